// SPDX-License-Identifier: Apache-2.0
// Two synchronised lists and many threads: every method takes the list's own
// lock at a place of its own; bulk methods take the argument's lock inside.
// LINKED: linked nodes instead of an array. MANY: the threads make several calls
// each, else one. The argument of a bulk method is copied under its lock first,
// and bulk calls go from the first list to the second only, so that no schedule
// has an error: this measures coverage.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#ifndef THREADS
#define THREADS 26
#endif

// ---- the plain list ----------------------------------------------------------

#ifdef LINKED
struct node {
	struct node *next;
	int value;
};

struct plain {
	struct node *first;
	int count;
};

static void plain_add(struct plain *p, int value)
{
	struct node *n = malloc(sizeof(*n)), **end = &p->first;
	*n = (struct node){.value = value};
	while (*end) {
		end = &(*end)->next;
	}
	*end = n;
	p->count++;
}

static int plain_get(const struct plain *p, int i)
{
	const struct node *n = p->first;
	while (i-- > 0) {
		n = n->next;
	}
	return n->value;
}

static void plain_remove(struct plain *p, int i)
{
	struct node **at = &p->first;
	while (i-- > 0) {
		at = &(*at)->next;
	}
	struct node *gone = *at;
	*at = gone->next;
	free(gone);
	p->count--;
}
#else
struct plain {
	int *values;
	int count, room;
};

static void plain_add(struct plain *p, int value)
{
	if (p->count == p->room) {
		p->room = p->room ? 2 * p->room : 4;
		p->values = realloc(p->values, (size_t)p->room * sizeof(*p->values));
	}
	p->values[p->count++] = value;
}

static int plain_get(const struct plain *p, int i)
{
	return p->values[i];
}

static void plain_remove(struct plain *p, int i)
{
	memmove(&p->values[i], &p->values[i + 1], (size_t)(--p->count - i) * sizeof(*p->values));
}
#endif

static int plain_find(const struct plain *p, int value, bool last)
{
	int found = -1;
	for (int i = 0; i < p->count && (last || found < 0); i++) {
		found = plain_get(p, i) == value ? i : found;
	}
	return found;
}

// ---- the synchronised one --------------------------------------------------------

struct list {
	pthread_mutex_t lock;
	struct plain plain;
	atomic_int changes;
};

enum { MOST = 64 };

static void list_add(struct list *l, struct list *other)
{
	(void)other;
	pthread_mutex_lock(&l->lock);
	plain_add(&l->plain, 1);
	l->changes++;
	pthread_mutex_unlock(&l->lock);
}

static int copy(struct list *l, int *values)
{
	pthread_mutex_lock(&l->lock);
	int n = l->plain.count;
	for (int i = 0; i < n; i++) {
		values[i] = plain_get(&l->plain, i);
	}
	pthread_mutex_unlock(&l->lock);
	return n;
}

static void list_to_array(struct list *l, struct list *other)
{
	int values[MOST];
	(void)other;
	copy(l, values);
}

static void list_clear(struct list *l, struct list *other)
{
	(void)other;
	pthread_mutex_lock(&l->lock);
	while (l->plain.count > 0) {
		plain_remove(&l->plain, l->plain.count - 1);
	}
	l->changes++;
	pthread_mutex_unlock(&l->lock);
}

static bool has(struct list *l, int value)
{
	pthread_mutex_lock(&l->lock);
	bool found = plain_find(&l->plain, value, false) >= 0;
	pthread_mutex_unlock(&l->lock);
	return found;
}

static void list_contains(struct list *l, struct list *other)
{
	(void)other;
	has(l, 2);
}

static void list_size(struct list *l, struct list *other)
{
	(void)other;
	pthread_mutex_lock(&l->lock);
	int n = l->plain.count;
	pthread_mutex_unlock(&l->lock);
	(void)n;
}

static void list_remove(struct list *l, struct list *other)
{
	(void)other;
	pthread_mutex_lock(&l->lock);
	int i = plain_find(&l->plain, 1, false);
	if (i >= 0) {
		plain_remove(&l->plain, i);
		l->changes++;
	}
	pthread_mutex_unlock(&l->lock);
}

static void list_iterator(struct list *l, struct list *other) // takes no lock
{
	(void)other;
	int expected = l->changes;
	(void)expected;
}

static void list_index_of(struct list *l, struct list *other)
{
	(void)other;
	pthread_mutex_lock(&l->lock);
	plain_find(&l->plain, 0, false);
	pthread_mutex_unlock(&l->lock);
}

static void list_is_empty(struct list *l, struct list *other)
{
	(void)other;
	pthread_mutex_lock(&l->lock);
	bool empty = l->plain.count == 0;
	pthread_mutex_unlock(&l->lock);
	(void)empty;
}

static void list_last_index_of(struct list *l, struct list *other)
{
	(void)other;
	pthread_mutex_lock(&l->lock);
	plain_find(&l->plain, 2, true);
	pthread_mutex_unlock(&l->lock);
}

static void list_equals(struct list *l, struct list *other)
{
	int values[MOST];
	pthread_mutex_lock(&l->lock);
	int n = copy(other, values);
	bool equal = n == l->plain.count;
	for (int i = 0; equal && i < n; i++) {
		equal = values[i] == plain_get(&l->plain, i);
	}
	pthread_mutex_unlock(&l->lock);
}

static void list_contains_all(struct list *l, struct list *other)
{
	int values[MOST];
	pthread_mutex_lock(&l->lock);
	int n = copy(other, values);
	for (int i = 0; i < n && plain_find(&l->plain, values[i], false) >= 0; i++) {
	}
	pthread_mutex_unlock(&l->lock);
}

static void list_add_all(struct list *l, struct list *other)
{
	int values[MOST];
	pthread_mutex_lock(&l->lock);
	int n = copy(other, values);
	for (int i = 0; i < n && l->plain.count < MOST / 2; i++) {
		plain_add(&l->plain, values[i]);
	}
	l->changes++;
	pthread_mutex_unlock(&l->lock);
}

static void list_remove_all(struct list *l, struct list *other)
{
	pthread_mutex_lock(&l->lock);
	for (int i = l->plain.count - 1; i >= 0; i--) {
		if (has(other, plain_get(&l->plain, i))) {
			plain_remove(&l->plain, i);
		}
	}
	l->changes++;
	pthread_mutex_unlock(&l->lock);
}

// ---- the threads -----------------------------------------------------------------

typedef void method(struct list *l, struct list *other);

enum { SINGLE = 11, METHODS = 15 }; // methods of one list, and all

static method *const methods[METHODS] = {
	list_add, list_to_array, list_clear, list_contains, list_size, list_remove, list_iterator, list_index_of,
	list_is_empty, list_iterator, list_last_index_of, list_equals, list_contains_all, list_add_all, list_remove_all,
};

static struct list first, second;

#ifdef MANY
enum { CALLS = 32 / THREADS + 2 };

static void *work(void *arg)
{
	unsigned t = (unsigned)(size_t)arg;
	for (unsigned i = 0; i < CALLS; i++) {
		unsigned m = (t * CALLS + i) % METHODS;
		bool swapped = (t + i) % 2 && m < SINGLE;
		methods[m](swapped ? &second : &first, swapped ? &first : &second);
	}
	return NULL;
}
#else
static void *work(void *arg)
{
	unsigned t = (unsigned)(size_t)arg;
	if (t < METHODS) {
		methods[t](&first, &second);
	} else {
		methods[t - METHODS](&second, &first);
	}
	return NULL;
}
#endif

static void init(struct list *l)
{
	pthread_mutexattr_t recursive;
	pthread_mutexattr_init(&recursive);
	pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&l->lock, &recursive);
	pthread_mutexattr_destroy(&recursive);
	list_add(l, NULL);
	list_add(l, NULL);
}

int main(void)
{
	pthread_t threads[THREADS];
	init(&first);
	init(&second);
	for (size_t i = 0; i < THREADS; i++) {
		pthread_create(&threads[i], NULL, work, (void *)i);
	}
	for (size_t i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
	}
	return 0;
}
