// SPDX-License-Identifier: Apache-2.0
// Another process that told us its name: does it still live? Known for sure on the same machine, however busy
// that is; of other machines nothing is known.
#ifndef HD_BASE_PEER_H
#define HD_BASE_PEER_H

#include <stdbool.h>
#include <stdint.h>

// What a process tells others of itself; may be copied as bytes.
struct hd_peer_name {
	char machine[128]; // the same for all whose process numbers mean the same
	int64_t pid;
};

struct hd_peer {
	enum { HD_PEER_ELSEWHERE, HD_PEER_HERE, HD_PEER_GONE } state;
	int fd;
};

void hd_peer_name_self(struct hd_peer_name *name);
// Elsewhere, too, if it cannot be watched.
void hd_peer_init(struct hd_peer *peer, const struct hd_peer_name *name);
bool hd_peer_is_gone(struct hd_peer *peer);
void hd_peer_finish(struct hd_peer *peer);

#endif
