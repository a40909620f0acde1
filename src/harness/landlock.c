// SPDX-License-Identifier: Apache-2.0
#include "harness/landlock.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

// From the kernel's interface; the system's headers may be older than the kernel.
enum {
	CREATE_RULESET = 444,
	ADD_RULE = 445,
	RESTRICT_SELF = 446,
	TELL_VERSION = 1, // flag of CREATE_RULESET
	BENEATH = 1,      // kind of a rule
};

enum {
	WRITE_FILE = 1 << 1,
	TRUNCATE = 1 << 14,
	DEVICE_IOCTL = 1 << 15,
	// Everything that changes a directory: remove, make, and REFER to other directories.
	CHANGE_DIRECTORY = 0x3ff0,
};

enum { ABSTRACT_SOCKETS = 1 << 0, SIGNALS = 1 << 1 };

struct ruleset {
	uint64_t files, network, scope;
};

struct rule {
	uint64_t allowed;
	int32_t parent;
} __attribute__((packed));

int hd_landlock_version(void)
{
	long version = syscall(CREATE_RULESET, NULL, 0, TELL_VERSION);
	return version > 0 ? (int)version : 0;
}

// Kernels know the rights of their version and no others.
static uint64_t known_rights(int version)
{
	uint64_t rights = WRITE_FILE | CHANGE_DIRECTORY;
	if (version < 2) {
		rights &= ~(uint64_t)(1 << 13); // REFER: never allowed there
	}
	return rights | (version >= 3 ? TRUNCATE : 0) | (version >= 5 ? DEVICE_IOCTL : 0);
}

static size_t known_size(int version)
{
	return version >= 6    ? sizeof(struct ruleset)
		: version >= 4 ? offsetof(struct ruleset, scope)
			       : offsetof(struct ruleset, network);
}

static int allow(int rules, const char *path, uint64_t rights)
{
	int fd = open(path, O_PATH | O_CLOEXEC);
	struct rule rule = {.allowed = rights, .parent = fd};
	int reason = fd < 0 || syscall(ADD_RULE, rules, BENEATH, &rule, 0) != 0 ? errno : 0;
	if (fd >= 0) {
		close(fd);
	}
	return reason;
}

int hd_landlock_enter(int version, const char *scratch)
{
	struct ruleset set = {
		.files = scratch ? known_rights(version) : 0,
		.scope = version >= 6 ? ABSTRACT_SOCKETS | SIGNALS : 0,
	};
	if (version == 0 || (!set.files && !set.scope)) {
		return 0;
	}
	int rules = (int)syscall(CREATE_RULESET, &set, known_size(version), 0);
	if (rules < 0) {
		return errno;
	}
	int reason = 0;
	if (scratch) {
		reason = allow(rules, scratch, set.files);
		if (reason == 0) {
			reason = allow(rules, "/dev/null", set.files & (WRITE_FILE | TRUNCATE | DEVICE_IOCTL));
		}
	}
	if (reason == 0 && syscall(RESTRICT_SELF, rules, 0) != 0) {
		reason = errno;
	}
	close(rules);
	return reason;
}
