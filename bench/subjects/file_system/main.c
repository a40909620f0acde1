// SPDX-License-Identifier: Apache-2.0
// A virtual file system: six threads open, read, write and refresh one file.
// Names are looked up under the file system's read-write lock, a file's state
// and content under its own lock; a spin lock counts. (The shape is invented:
// the published subject's code was not at hand.)
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 16, THREADS = 6 };

struct file {
	pthread_mutex_t lock;
	bool attached, exists;
	int open;
	bool read_only;
	int changed; // when, by a count of changes
	char content[SIZE];
	int length;
};

static struct {
	pthread_rwlock_t lock;
	struct file *file; // the only name there is
	int lookups;
} names;

static pthread_spinlock_t counter_lock;
static int operations;

static void count(void)
{
	pthread_spin_lock(&counter_lock);
	operations++;
	pthread_spin_unlock(&counter_lock);
}

static struct file *resolve(void)
{
	pthread_rwlock_rdlock(&names.lock);
	struct file *f = names.file;
	pthread_rwlock_unlock(&names.lock);
	if (f) {
		return f;
	}
	pthread_rwlock_wrlock(&names.lock);
	if (!names.file) {
		names.file = calloc(1, sizeof(*names.file));
		pthread_mutex_init(&names.file->lock, NULL);
	}
	f = names.file;
	pthread_rwlock_unlock(&names.lock);
	return f;
}

static void attach(struct file *f) // lock held
{
	if (!f->attached) {
		f->attached = true;
		count();
	}
}

static bool file_exists(struct file *f)
{
	pthread_mutex_lock(&f->lock);
	attach(f);
	bool exists = f->exists;
	pthread_mutex_unlock(&f->lock);
	return exists;
}

static void file_create(struct file *f)
{
	pthread_mutex_lock(&f->lock);
	attach(f);
	f->exists = true;
	pthread_mutex_unlock(&f->lock);
}

static void file_open(struct file *f)
{
	pthread_mutex_lock(&f->lock);
	attach(f);
	f->open++;
	pthread_mutex_unlock(&f->lock);
	count();
}

static int file_read(struct file *f, char *into)
{
	pthread_mutex_lock(&f->lock);
	int n = f->length;
	memcpy(into, f->content, (size_t)n);
	pthread_mutex_unlock(&f->lock);
	return n;
}

static void file_write(struct file *f, char c)
{
	pthread_mutex_lock(&f->lock);
	if (f->length < SIZE) {
		f->content[f->length++] = c;
	}
	pthread_mutex_unlock(&f->lock);
	count();
}

static void file_truncate(struct file *f)
{
	pthread_mutex_lock(&f->lock);
	f->length = 0;
	pthread_mutex_unlock(&f->lock);
}

static int file_size(struct file *f)
{
	pthread_mutex_lock(&f->lock);
	int n = f->length;
	pthread_mutex_unlock(&f->lock);
	return n;
}

static void file_refresh(struct file *f)
{
	pthread_mutex_lock(&f->lock);
	if (f->open == 0) {
		f->attached = false;
	}
	pthread_mutex_unlock(&f->lock);
	count();
}

static void file_close(struct file *f)
{
	pthread_mutex_lock(&f->lock);
	assert(f->open > 0);
	f->open--;
	pthread_mutex_unlock(&f->lock);
	file_refresh(f);
}

static void file_delete(struct file *f)
{
	pthread_mutex_lock(&f->lock);
	if (f->open == 0) {
		f->exists = false;
		f->length = 0;
	}
	pthread_mutex_unlock(&f->lock);
}

static bool file_is_open(struct file *f)
{
	pthread_mutex_lock(&f->lock);
	bool open = f->open > 0;
	pthread_mutex_unlock(&f->lock);
	return open;
}

static bool file_is_attached(struct file *f)
{
	pthread_mutex_lock(&f->lock);
	bool attached = f->attached;
	pthread_mutex_unlock(&f->lock);
	return attached;
}

static void file_set_read_only(struct file *f, bool read_only)
{
	pthread_mutex_lock(&f->lock);
	attach(f);
	f->read_only = read_only;
	pthread_mutex_unlock(&f->lock);
}

static bool file_is_read_only(struct file *f)
{
	pthread_mutex_lock(&f->lock);
	bool read_only = f->read_only;
	pthread_mutex_unlock(&f->lock);
	return read_only;
}

static void file_touch(struct file *f)
{
	pthread_mutex_lock(&f->lock);
	f->changed++;
	pthread_mutex_unlock(&f->lock);
	count();
}

static int file_last_changed(struct file *f)
{
	pthread_mutex_lock(&f->lock);
	int changed = f->changed;
	pthread_mutex_unlock(&f->lock);
	return changed;
}

static int lookups(void)
{
	pthread_rwlock_wrlock(&names.lock);
	int n = names.lookups++;
	pthread_rwlock_unlock(&names.lock);
	return n;
}

// ---- the threads -------------------------------------------------------------------

static void *writes(void *arg)
{
	(void)arg;
	struct file *f = resolve();
	file_create(f);
	file_open(f);
	file_write(f, 'a');
	file_write(f, 'b');
	file_close(f);
	if (!file_is_read_only(f)) {
		file_touch(f);
	}
	return NULL;
}

static void *reads(void *arg)
{
	char buffer[SIZE];
	(void)arg;
	struct file *f = resolve();
	if (file_exists(f)) {
		file_open(f);
		assert(file_read(f, buffer) <= SIZE);
		file_close(f);
	}
	file_size(f);
	file_last_changed(f);
	file_is_open(f);
	return NULL;
}

static void *manages(void *arg)
{
	(void)arg;
	lookups();
	struct file *f = resolve();
	file_refresh(f);
	file_set_read_only(f, true);
	file_truncate(f);
	file_delete(f);
	file_exists(f);
	file_set_read_only(f, false);
	file_is_attached(f);
	return NULL;
}

int main(void)
{
	static void *(*const bodies[THREADS])(void *) = {writes, reads, manages, writes, reads, manages};
	pthread_t threads[THREADS];

	pthread_rwlock_init(&names.lock, NULL);
	pthread_spin_init(&counter_lock, PTHREAD_PROCESS_PRIVATE);
	for (size_t i = 0; i < THREADS; i++) {
		pthread_create(&threads[i], NULL, bodies[i], NULL);
	}
	for (size_t i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
	}
	assert(!names.file || names.file->open == 0);
	return 0;
}
