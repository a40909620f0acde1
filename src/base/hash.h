// SPDX-License-Identifier: Apache-2.0
// FNV-1a, 64 bits: for naming things on disk, not for protection against attacks.
#ifndef HD_BASE_HASH_H
#define HD_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define HD_HASH_START 0xcbf29ce484222325u

static inline uint64_t hd_hash_bytes(uint64_t hash, const void *bytes, size_t count)
{
	const unsigned char *p = bytes;
	for (size_t i = 0; i < count; i++) {
		hash = (hash ^ p[i]) * 0x100000001b3u;
	}
	return hash;
}

// The terminator is hashed too, so that "ab","c" and "a","bc" differ.
static inline uint64_t hd_hash_text(uint64_t hash, const char *text)
{
	return hd_hash_bytes(hash, text, strlen(text) + 1);
}

#endif
