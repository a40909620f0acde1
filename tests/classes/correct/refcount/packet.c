// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "packet.h"

#include <stdatomic.h>
#include <stdlib.h>

struct packet {
	atomic_uint references;
	size_t length;
	_Atomic unsigned char bytes[];
};

packet *packet_new(const unsigned char *bytes, size_t length)
{
	if (length > 65536 || (length > 0 && !bytes)) {
		return NULL;
	}
	packet *packet = malloc(sizeof *packet + length);
	if (!packet) {
		return NULL;
	}
	atomic_init(&packet->references, 1);
	packet->length = length;
	for (size_t i = 0; i < length; i++) {
		atomic_init(&packet->bytes[i], bytes[i]);
	}
	return packet;
}

packet *packet_ref(packet *packet)
{
	// The caller holds a reference, so there is nothing to wait for.
	atomic_fetch_add_explicit(&packet->references, 1, memory_order_relaxed);
	return packet;
}

void packet_unref(packet *packet)
{
	if (atomic_fetch_sub_explicit(&packet->references, 1, memory_order_release) > 1) {
		return;
	}
	// What the others did with the packet comes before it is freed.
	atomic_thread_fence(memory_order_acquire);
	free(packet);
}

size_t packet_length(const packet *packet)
{
	return packet->length;
}

int packet_set(packet *packet, size_t index, unsigned char byte)
{
	return index < packet->length ? atomic_exchange(&packet->bytes[index], byte) : -1;
}

int packet_get(packet *packet, size_t index)
{
	return index < packet->length ? atomic_load(&packet->bytes[index]) : -1;
}
