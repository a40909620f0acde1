// SPDX-License-Identifier: Apache-2.0
// What a new process does to itself before it becomes a harness. Only system
// calls: it is a copy of heddle between fork and exec.
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <net/if.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "harness/landlock.h"
#include "harness/sandbox.h"

enum {
	MAX_FILE_BYTES = 256 << 20,
	MAX_DESCRIPTORS = 4096,
	MAX_PROCESSES = 512,
};
#define SHARED_PAGES "65536"
#define SCRATCH_OPTIONS "size=256m,nr_inodes=65536,mode=0700"

static int write_text(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0) {
		return errno;
	}
	int reason = write(fd, text, strlen(text)) < 0 ? errno : 0;
	close(fd);
	return reason;
}

// Without root, the others need a user namespace; user IDs stay the same in it.
static int map_user(const struct hd_sandbox *sandbox)
{
	int reason = write_text("/proc/self/setgroups", "deny");
	if (reason == 0) {
		reason = write_text("/proc/self/uid_map", sandbox->user_map);
	}
	return reason ? reason : write_text("/proc/self/gid_map", sandbox->group_map);
}

static int raise_loopback(void)
{
	struct ifreq request = {.ifr_name = "lo"};
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0) {
		return errno;
	}
	int reason = 0;
	if (ioctl(fd, SIOCGIFFLAGS, &request) == 0) {
		request.ifr_flags |= IFF_UP;
	}
	if (ioctl(fd, SIOCSIFFLAGS, &request) != 0) {
		reason = errno;
	}
	close(fd);
	return reason;
}

struct attributes {
	uint64_t set, clear, propagation, user_namespace;
};

static int set_read_only(const char *path, unsigned flags, bool on)
{
	const uint64_t read_only = 1; // MOUNT_ATTR_RDONLY
	struct attributes change = {.set = on ? read_only : 0, .clear = on ? 0 : read_only};
	return syscall(SYS_mount_setattr, AT_FDCWD, path, flags, &change, sizeof(change)) == 0 ? 0 : errno;
}

// A view of the file system in which all is read-only but the scratch directory. That
// one is in memory, has a limit, and goes with the last process that sees it.
static int restrict_view(const char *scratch)
{
	const unsigned recursive = 0x8000; // AT_RECURSIVE
	if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
		mount("heddle", scratch, "tmpfs", MS_NOSUID | MS_NODEV, SCRATCH_OPTIONS) != 0) {
		return errno;
	}
	int reason = set_read_only("/", recursive, true);
	return reason ? reason : set_read_only(scratch, 0, false);
}

int hd_sandbox_enter_namespaces(const struct hd_sandbox_means *means, const struct hd_sandbox *sandbox,
	const char *scratch)
{
	int reason = 0;
	if (means->namespaces & CLONE_NEWUSER) {
		reason = map_user(sandbox);
	}
	if (reason == 0 && means->namespaces & CLONE_NEWNET) {
		reason = raise_loopback();
	}
	if (reason == 0 && means->namespaces & CLONE_NEWIPC) {
		write_text("/proc/sys/kernel/shmall", SHARED_PAGES); // of this namespace
	}
	if (reason == 0 && scratch && means->namespaces & CLONE_NEWNS) {
		reason = restrict_view(scratch);
	}
	return reason;
}

static void lower(int resource, rlim_t most)
{
	struct rlimit limit;
	if (getrlimit(resource, &limit) == 0) {
		limit.rlim_cur = limit.rlim_cur < most ? limit.rlim_cur : most;
		limit.rlim_max = limit.rlim_max < most ? limit.rlim_max : most;
		setrlimit(resource, &limit);
	}
}

static void set_limits(const struct hd_sandbox_means *means)
{
	lower(RLIMIT_CORE, 0);
	lower(RLIMIT_FSIZE, MAX_FILE_BYTES);
	lower(RLIMIT_NOFILE, MAX_DESCRIPTORS);
	if (means->namespaces & CLONE_NEWUSER) { // elsewhere all processes of the user count
		lower(RLIMIT_NPROC, MAX_PROCESSES);
	}
	signal(SIGXFSZ, SIG_IGN); // a file that is too long is an error of write()
}

// Of root's powers only the one to read all files is left.
static void drop_capabilities(void)
{
	for (int capability = 0; capability <= CAP_LAST_CAP; capability++) {
		if (capability != CAP_DAC_OVERRIDE) {
			prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
		}
	}
}

static int add_filter(const struct hd_sandbox *sandbox)
{
	const unsigned set_filter = 1, keep_speculation = 4; // SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW
	struct sock_fprog program = {
		.len = (unsigned short)sandbox->filter_length,
		.filter = (struct sock_filter *)sandbox->filter,
	};
	return sandbox->filter_length == 0 || syscall(SYS_seccomp, set_filter, keep_speculation, &program) == 0 ? 0
														: errno;
}

int hd_sandbox_enter(void *context)
{
	const struct hd_sandbox *sandbox = context;
	const struct hd_sandbox_means *means = hd_sandbox_means();
	int reason = hd_sandbox_enter_namespaces(means, sandbox, sandbox->scratch.path);
	if (reason != 0) {
		return reason;
	}
	set_limits(means);
	drop_capabilities();
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
		return errno;
	}
	reason = hd_landlock_enter(means->landlock, sandbox->scratch.path);
	return reason ? reason : add_filter(sandbox);
}
