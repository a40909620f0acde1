// SPDX-License-Identifier: Apache-2.0
// Two hash tables that lock themselves, and five threads with one call each, or
// with many (MANY). A table that is an argument is copied under its own lock
// first, and only the second table takes the first one's, so that no schedule
// has an error: this measures coverage.
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

enum { BUCKETS = 4, MOST = 64, THREADS = 5 };

struct entry {
	struct entry *next;
	int key, value;
};

struct table {
	pthread_mutex_t lock;
	struct entry *buckets[BUCKETS];
	int count;
};

static struct table first, second;

static struct entry **find(struct table *t, int key)
{
	struct entry **at = &t->buckets[key % BUCKETS];
	while (*at && (*at)->key != key) {
		at = &(*at)->next;
	}
	return at;
}

static void put_entry(struct table *t, int key, int value)
{
	struct entry **at = find(t, key);
	if (!*at) {
		*at = malloc(sizeof(**at));
		**at = (struct entry){.key = key};
		t->count++;
	}
	(*at)->value = value;
}

static void drop(struct table *t, struct entry **at)
{
	struct entry *gone = *at;
	*at = gone->next;
	free(gone);
	t->count--;
}

static int copy(struct table *t, struct entry *entries)
{
	int n = 0;
	pthread_mutex_lock(&t->lock);
	for (int b = 0; b < BUCKETS; b++) {
		for (const struct entry *e = t->buckets[b]; e; e = e->next) {
			entries[n++] = *e;
		}
	}
	pthread_mutex_unlock(&t->lock);
	return n;
}

// ---- methods, with a place of their own where they lock ---------------------------

static void table_put(struct table *t)
{
	pthread_mutex_lock(&t->lock);
	put_entry(t, 2, 20);
	pthread_mutex_unlock(&t->lock);
}

static void table_put_all(struct table *t)
{
	struct entry entries[MOST];
	pthread_mutex_lock(&t->lock);
	int n = copy(&first, entries);
	for (int i = 0; i < n; i++) {
		put_entry(t, entries[i].key, entries[i].value);
	}
	pthread_mutex_unlock(&t->lock);
}

static void table_clear(struct table *t)
{
	pthread_mutex_lock(&t->lock);
	for (int b = 0; b < BUCKETS; b++) {
		while (t->buckets[b]) {
			drop(t, &t->buckets[b]);
		}
	}
	pthread_mutex_unlock(&t->lock);
}

static void table_contains(struct table *t)
{
	bool found = false;
	pthread_mutex_lock(&t->lock);
	for (int b = 0; b < BUCKETS; b++) {
		for (const struct entry *e = t->buckets[b]; e; e = e->next) {
			found |= e->value == 10;
		}
	}
	pthread_mutex_unlock(&t->lock);
	(void)found;
}

static void table_remove(struct table *t)
{
	pthread_mutex_lock(&t->lock);
	struct entry **at = find(t, 1);
	if (*at) {
		drop(t, at);
	}
	pthread_mutex_unlock(&t->lock);
}

#ifdef MANY
static void table_get(struct table *t)
{
	pthread_mutex_lock(&t->lock);
	find(t, 0);
	pthread_mutex_unlock(&t->lock);
}

static void table_contains_key(struct table *t)
{
	pthread_mutex_lock(&t->lock);
	bool found = *find(t, 2) != NULL;
	pthread_mutex_unlock(&t->lock);
	(void)found;
}

static void table_size(struct table *t)
{
	pthread_mutex_lock(&t->lock);
	int n = t->count;
	pthread_mutex_unlock(&t->lock);
	(void)n;
}

static void table_is_empty(struct table *t)
{
	pthread_mutex_lock(&t->lock);
	bool empty = t->count == 0;
	pthread_mutex_unlock(&t->lock);
	(void)empty;
}

static void table_keys(struct table *t)
{
	struct entry entries[MOST];
	copy(t, entries);
}

static void table_equals(struct table *t)
{
	struct entry entries[MOST];
	pthread_mutex_lock(&t->lock);
	int n = copy(&first, entries);
	bool equal = n == t->count;
	for (int i = 0; equal && i < n; i++) {
		const struct entry *e = *find(t, entries[i].key);
		equal = e && e->value == entries[i].value;
	}
	pthread_mutex_unlock(&t->lock);
}

static void table_hash(struct table *t)
{
	int hash = 0;
	pthread_mutex_lock(&t->lock);
	for (int b = 0; b < BUCKETS; b++) {
		for (const struct entry *e = t->buckets[b]; e; e = e->next) {
			hash += e->key ^ e->value;
		}
	}
	pthread_mutex_unlock(&t->lock);
	(void)hash;
}

static void table_replace(struct table *t)
{
	pthread_mutex_lock(&t->lock);
	struct entry *e = *find(t, 2);
	if (e) {
		e->value++;
	}
	pthread_mutex_unlock(&t->lock);
}
#endif

static void table_put_if_absent(struct table *t)
{
	pthread_mutex_lock(&t->lock);
	if (!*find(t, 3)) {
		put_entry(t, 3, 30);
	}
	pthread_mutex_unlock(&t->lock);
}

#ifdef MANY
static void table_get_or_default(struct table *t)
{
	pthread_mutex_lock(&t->lock);
	const struct entry *e = *find(t, 3);
	int value = e ? e->value : -1;
	pthread_mutex_unlock(&t->lock);
	(void)value;
}

static void table_contains_value(struct table *t)
{
	int found = 0;
	pthread_mutex_lock(&t->lock);
	for (const struct entry *e = t->buckets[2]; e; e = e->next) {
		found += e->value == 20;
	}
	pthread_mutex_unlock(&t->lock);
	(void)found;
}

static void table_remove_value(struct table *t)
{
	pthread_mutex_lock(&t->lock);
	struct entry **at = find(t, 2);
	if (*at && (*at)->value == 20) {
		drop(t, at);
	}
	pthread_mutex_unlock(&t->lock);
}

static void table_replace_all(struct table *t)
{
	pthread_mutex_lock(&t->lock);
	for (int b = 0; b < BUCKETS; b++) {
		for (struct entry *e = t->buckets[b]; e; e = e->next) {
			e->value++;
		}
	}
	pthread_mutex_unlock(&t->lock);
}

static void table_merge(struct table *t)
{
	pthread_mutex_lock(&t->lock);
	const struct entry *e = *find(t, 1);
	put_entry(t, 1, e ? e->value + 1 : 1);
	pthread_mutex_unlock(&t->lock);
}

static void table_compute(struct table *t)
{
	pthread_mutex_lock(&t->lock);
	put_entry(t, 0, t->count);
	pthread_mutex_unlock(&t->lock);
}

static void table_first_key(struct table *t)
{
	pthread_mutex_lock(&t->lock);
	int key = t->buckets[0] ? t->buckets[0]->key : -1;
	pthread_mutex_unlock(&t->lock);
	(void)key;
}

static void table_rehash(struct table *t)
{
	pthread_mutex_lock(&t->lock);
	struct entry *e = t->buckets[3];
	t->buckets[3] = NULL;
	while (e) {
		struct entry *next = e->next;
		e->next = t->buckets[3];
		t->buckets[3] = e;
		e = next;
	}
	pthread_mutex_unlock(&t->lock);
}

static void table_sum(struct table *t)
{
	int sum = 0;
	pthread_mutex_lock(&t->lock);
	for (const struct entry *e = t->buckets[1]; e; e = e->next) {
		sum += e->value;
	}
	pthread_mutex_unlock(&t->lock);
	(void)sum;
}

static void table_copy_from(struct table *t)
{
	struct entry entries[MOST];
	pthread_mutex_lock(&t->lock);
	int n = copy(&first, entries);
	if (n > 0) {
		put_entry(t, entries[0].key, entries[0].value);
	}
	pthread_mutex_unlock(&t->lock);
}

#endif

// ---- the threads -----------------------------------------------------------------

typedef void method(struct table *t);

#ifdef MANY
enum { METHODS = 24, CALLS = 2 * METHODS, OF_SECOND = 3 }; // the last ones are for the second table only

static method *const methods[METHODS] = {
	table_put, table_get, table_remove, table_contains, table_contains_key, table_size, table_is_empty,
	table_keys, table_hash, table_replace, table_put_if_absent, table_clear, table_get_or_default,
	table_contains_value, table_remove_value, table_replace_all, table_merge, table_compute, table_first_key,
	table_rehash, table_sum, table_put_all, table_equals, table_copy_from,
};

static void *work(void *arg)
{
	unsigned t = (unsigned)(size_t)arg;
	for (unsigned i = 0; i < CALLS; i++) {
		unsigned m = (5 * t + i) % METHODS, round = i / METHODS;
		bool of_second = m >= METHODS - OF_SECOND || (t + i + round) % 2;
		methods[m](of_second ? &second : &first);
	}
	return NULL;
}
#else
static const struct {
	method *call;
	struct table *table;
} calls[THREADS] = {
	{table_put, &first}, {table_put_all, &second}, {table_clear, &first}, {table_contains, &second},
	{table_remove, &first},
};

static void *work(void *arg)
{
	size_t t = (size_t)arg;
	calls[t].call(calls[t].table);
	return NULL;
}
#endif

int main(void)
{
	pthread_t threads[THREADS];
	pthread_mutex_init(&first.lock, NULL);
	pthread_mutex_init(&second.lock, NULL);
	table_put(&first);
	table_put_if_absent(&first);
	table_put(&second);
	table_put_if_absent(&second);
	for (size_t i = 0; i < THREADS; i++) {
		pthread_create(&threads[i], NULL, work, (void *)i);
	}
	for (size_t i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
	}
	return 0;
}
