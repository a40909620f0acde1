// SPDX-License-Identifier: Apache-2.0
#include "base/peer.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

void hd_peer_name_self(struct hd_peer_name *name)
{
	char boot[48] = "", space[48] = "";
	FILE *file = fopen("/proc/sys/kernel/random/boot_id", "re");
	memset(name, 0, sizeof(*name));
	if (file) {
		if (fscanf(file, "%47s", boot) != 1) {
			boot[0] = '\0';
		}
		fclose(file);
	}
	ssize_t n = readlink("/proc/self/ns/pid", space, sizeof(space) - 1);
	if (boot[0] && n > 0) {
		snprintf(name->machine, sizeof(name->machine), "%s %s", boot, space);
	}
	name->pid = getpid();
}

void hd_peer_init(struct hd_peer *peer, const struct hd_peer_name *name)
{
	struct hd_peer_name own;
	*peer = (struct hd_peer){.state = HD_PEER_ELSEWHERE, .fd = -1};
	hd_peer_name_self(&own);
	if (!own.machine[0] || memcmp(own.machine, name->machine, sizeof(own.machine)) != 0) {
		return;
	}
	peer->fd = (int)syscall(SYS_pidfd_open, (pid_t)name->pid, 0);
	if (peer->fd >= 0) {
		peer->state = HD_PEER_HERE;
	} else if (errno == ESRCH) {
		peer->state = HD_PEER_GONE;
	}
}

bool hd_peer_is_gone(struct hd_peer *peer)
{
	struct pollfd end = {.fd = peer->fd, .events = POLLIN};
	if (peer->state == HD_PEER_HERE && poll(&end, 1, 0) > 0) {
		peer->state = HD_PEER_GONE;
	}
	return peer->state == HD_PEER_GONE;
}

void hd_peer_finish(struct hd_peer *peer)
{
	if (peer->fd >= 0) {
		close(peer->fd);
	}
	*peer = (struct hd_peer){.state = HD_PEER_ELSEWHERE, .fd = -1};
}
