// SPDX-License-Identifier: Apache-2.0
// The compiler's messages name what it misses. A header is looked for around the files that were
// given and where systems have headers; names of the C library are looked up in a table.
#include "cli/advice.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"

enum { MOST = 4 };

static const struct {
	const char *names; // separated by blanks; with * at the end: all that begin so
	const char *header; // that declares them
} declared[] = {
	{"size_t ptrdiff_t NULL offsetof max_align_t", "stddef.h"},
	{"int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t intmax_t uintmax_t "
	 "SIZE_MAX UINT32_MAX UINT64_MAX INT32_MAX INT64_MAX",
		"stdint.h"},
	{"bool true false", "stdbool.h"},
	{"FILE printf fprintf snprintf stderr stdout", "stdio.h"},
	{"malloc calloc realloc free abort exit", "stdlib.h"},
	{"memcpy memset memmove strlen strcmp strdup strerror", "string.h"},
	{"va_list", "stdarg.h"},
	{"ssize_t off_t pid_t", "sys/types.h"},
	{"time_t timespec clock_gettime", "time.h"},
	{"timeval gettimeofday", "sys/time.h"},
	{"pthread_* PTHREAD_*", "pthread.h"},
	{"sem_t sem_*", "semaphore.h"},
	{"thrd_t mtx_t cnd_t tss_t once_flag thrd_* mtx_* cnd_*", "threads.h"},
	{"atomic_* memory_order*", "stdatomic.h"},
	{"assert", "assert.h"},
	{"errno EINVAL ENOMEM EAGAIN EBUSY", "errno.h"},
	{"INT_MAX INT_MIN UINT_MAX LONG_MAX PATH_MAX", "limits.h"},
};

// Declared by their headers only if a macro asks for them.
static const char extensions[] =
	"strdup strndup strcasecmp strncasecmp strcasestr strtok_r asprintf vasprintf usleep nanosleep memmem strchrnul "
	"getline qsort_r random reallocarray pthread_setname_np pthread_getname_np pthread_timedjoin_np "
	"pthread_tryjoin_np pthread_spinlock_t pthread_rwlock_t pthread_barrier_t PTHREAD_MUTEX_RECURSIVE "
	"PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP CLOCK_MONOTONIC CLOCK_REALTIME clock_gettime timespec MAP_ANONYMOUS "
	"MAP_ANON M_PI sched_getcpu cpu_set_t gettid eventfd pipe2 accept4 getrandom sigaction siginfo_t";

static bool is_named(const char *names, const char *name)
{
	while (*names) {
		size_t length = strcspn(names, " ");
		bool open = length > 0 && names[length - 1] == '*';
		size_t compared = open ? length - 1 : length;
		if (strncmp(names, name, compared) == 0 && (open || name[compared] == '\0')) {
			return true;
		}
		names += length + (names[length] == ' ');
	}
	return false;
}

static const char *header_of(const char *name)
{
	for (size_t i = 0; i < sizeof(declared) / sizeof(*declared); i++) {
		if (is_named(declared[i].names, name)) {
			return declared[i].header;
		}
	}
	return NULL;
}

// ---- headers that were not found -------------------------------------------------------------

// The directory below which a pattern finds the header, allocated; NULL: none.
static char *directory_by(const char *pattern, const char *header)
{
	glob_t paths = {0};
	char *found = NULL;
	char *whole = hd_format("%s/%s", pattern, header);
	bool is_plain = !strpbrk(header, "*?[\\"); // else what matches may be shorter
	if (is_plain && glob(whole, 0, NULL, &paths) == 0) {
		char *directory = hd_copy_bytes(paths.gl_pathv[0], strlen(paths.gl_pathv[0]) - strlen(header) - 1);
		char *real = realpath(directory, NULL); // without what it goes through
		found = hd_copy(hd_path_display(real ? real : directory));
		free(real);
		free(directory);
	}
	globfree(&paths);
	free(whole);
	return found;
}

static char *directory_of(const struct hd_strv *files, const char *header)
{
	static const char *const around[] = {".", "*", "*/*", "..", "../*", "../*/*", "../..", "../../*"};
	char *found = NULL;
	bool is_made = strcmp(hd_path_name(header), "config.h") == 0; // each library has its own
	for (size_t i = 0; i < files->count && !found; i++) {
		char *directory = hd_path_directory(files->items[i]);
		for (size_t k = 0; k < sizeof(around) / sizeof(*around) && !found; k++) {
			char *pattern = hd_path_join(directory, around[k]);
			found = directory_by(pattern, header);
			free(pattern);
		}
		free(directory);
	}
	return found || is_made ? found : directory_by("/usr/include/*", header);
}

static void add_missing_header(const struct hd_strv *files, const char *header, struct hd_str *out)
{
	char *directory = directory_of(files, header);
	if (directory) {
		hd_str_addf(out, "\n'%s' is in %s: add -I %s", header, directory, directory);
	} else if (strcmp(hd_path_name(header), "config.h") == 0) {
		hd_str_add(out,
			"\n'config.h' is made when the library is configured: configure it first, then add -I with its "
			"directory, or -p with the build directory");
	} else {
		hd_str_addf(out,
			"\n'%s' was not found near these files: add -I with the directory that has it, or --pkg with the "
			"package it belongs to",
			header);
	}
	free(directory);
}

// ---- names that were not declared --------------------------------------------------------------

static void add_undeclared(const char *name, struct hd_str *out)
{
	const char *header = header_of(name);
	if (is_named(extensions, name)) {
		hd_str_addf(out, "\n'%s' is declared only if it is asked for: add -D_GNU_SOURCE", name);
	} else if (header) {
		hd_str_addf(out, "\n'%s' is declared in <%s>: include that, or add --cflags '-include %s'", name,
			header, header);
	}
}

// ---- what the compiler says ------------------------------------------------------------------

enum cause { HEADER, NAME };

static const struct {
	const char *before, *after; // around what is missing
	enum cause cause;
} messages[] = {
	{"'", "' file not found", HEADER},
	{"unknown type name '", "'", NAME},
	{"use of undeclared identifier '", "'", NAME},
	{"call to undeclared function '", "'", NAME},
	{"call to undeclared library function '", "'", NAME},
	{"incomplete type 'struct ", "'", NAME},
};

// Adds what is missing according to messages of one kind, each once.
static void explain_kind(size_t kind, const char *said, const struct hd_strv *files, struct hd_strv *done,
	struct hd_str *out)
{
	for (const char *at = said; (at = strstr(at, messages[kind].before)) != NULL && done->count < MOST;) {
		at += strlen(messages[kind].before);
		size_t length = strcspn(at, "'\n");
		char *name = hd_copy_bytes(at, length);
		if (strncmp(at + length, messages[kind].after, strlen(messages[kind].after)) == 0 &&
			!hd_strv_contains(done, name)) {
			hd_strv_add(done, name);
			if (messages[kind].cause == HEADER) {
				add_missing_header(files, name, out);
			} else {
				add_undeclared(name, out);
			}
		}
		free(name);
	}
}

void hd_advice_explain(const struct hd_strv *files, struct hd_error *error)
{
	struct hd_str advice = {0};
	struct hd_strv done = {0};
	for (size_t i = 0; i < sizeof(messages) / sizeof(*messages); i++) {
		explain_kind(i, hd_str_text(&error->text), files, &done, &advice);
	}
	hd_str_add(&error->text, hd_str_text(&advice));
	hd_strv_finish(&done);
	hd_str_finish(&advice);
}
