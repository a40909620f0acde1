// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef PACKET_H
#define PACKET_H

#include <stddef.h>

/** Bytes with a reference count. Who holds a reference may use the packet; the last one to let go
 *  of it frees it. */
typedef struct packet packet;

/** A packet with a copy of up to 65536 bytes and one reference; NULL when there are more or there
 * is no memory. */
packet *packet_new(const unsigned char *bytes, size_t length);

/** Take another reference; returns the packet. */
packet *packet_ref(packet *packet);

/** Give one reference back; the last one frees the packet. */
void packet_unref(packet *packet);

/** How many bytes there are. */
size_t packet_length(const packet *packet);

/** Change the byte at an index; the byte before, or -1 when the packet is shorter. */
int packet_set(packet *packet, size_t index, unsigned char byte);

/** The byte at an index, or -1 when the packet is shorter. */
int packet_get(packet *packet, size_t index);

#endif
