// SPDX-License-Identifier: Apache-2.0
// Two synchronised sets and many threads, as in ../synchronized_list. TREE: a
// search tree instead of a hash table. MANY: several calls for each thread.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef THREADS
#define THREADS 21
#endif

// ---- the plain set -----------------------------------------------------------

enum { MOST = 64 };

#ifdef TREE
// A treap: priorities are mixed keys, so that its shape depends on its keys only.
struct node {
	struct node *left, *right;
	int key;
};

struct plain {
	struct node *root;
	int count;
};

static unsigned priority(int key)
{
	unsigned x = (unsigned)key * 2654435761u;
	return x ^ x >> 15;
}

static struct node *join(struct node *a, struct node *b)
{
	if (!a || !b) {
		return a ? a : b;
	}
	if (priority(a->key) > priority(b->key)) {
		a->right = join(a->right, b);
		return a;
	}
	b->left = join(a, b->left);
	return b;
}

static void split(struct node *n, int key, struct node **below, struct node **above)
{
	if (!n) {
		*below = *above = NULL;
	} else if (n->key < key) {
		*below = n;
		split(n->right, key, &n->right, above);
	} else {
		*above = n;
		split(n->left, key, below, &n->left);
	}
}

static bool plain_has(const struct plain *p, int key)
{
	const struct node *n = p->root;
	while (n && n->key != key) {
		n = key < n->key ? n->left : n->right;
	}
	return n != NULL;
}

static void plain_add(struct plain *p, int key)
{
	struct node *below, *above, *n;
	if (plain_has(p, key)) {
		return;
	}
	n = malloc(sizeof(*n));
	*n = (struct node){.key = key};
	split(p->root, key, &below, &above);
	p->root = join(join(below, n), above);
	p->count++;
}

static void plain_remove(struct plain *p, int key)
{
	struct node **at = &p->root;
	while (*at && (*at)->key != key) {
		at = key < (*at)->key ? &(*at)->left : &(*at)->right;
	}
	if (*at) {
		struct node *gone = *at;
		*at = join(gone->left, gone->right);
		free(gone);
		p->count--;
	}
}

static int walk(const struct node *n, int *keys, int count)
{
	if (n) {
		count = walk(n->left, keys, count);
		keys[count++] = n->key;
		count = walk(n->right, keys, count);
	}
	return count;
}

static int plain_keys(const struct plain *p, int *keys)
{
	return walk(p->root, keys, 0);
}
#else
enum { BUCKETS = 8 };

struct node {
	struct node *next;
	int key;
};

struct plain {
	struct node *buckets[BUCKETS];
	int count;
};

static struct node **find(struct plain *p, int key)
{
	struct node **at = &p->buckets[key % BUCKETS];
	while (*at && (*at)->key != key) {
		at = &(*at)->next;
	}
	return at;
}

static bool plain_has(struct plain *p, int key)
{
	return *find(p, key) != NULL;
}

static void plain_add(struct plain *p, int key)
{
	struct node **at = find(p, key);
	if (!*at) {
		*at = malloc(sizeof(**at));
		**at = (struct node){.key = key};
		p->count++;
	}
}

static void plain_remove(struct plain *p, int key)
{
	struct node **at = find(p, key), *gone = *at;
	if (gone) {
		*at = gone->next;
		free(gone);
		p->count--;
	}
}

static int plain_keys(const struct plain *p, int *keys)
{
	int count = 0;
	for (int b = 0; b < BUCKETS; b++) {
		for (const struct node *n = p->buckets[b]; n; n = n->next) {
			keys[count++] = n->key;
		}
	}
	return count;
}
#endif

// ---- the synchronised one --------------------------------------------------------

struct set {
	pthread_mutex_t lock;
	struct plain plain;
	atomic_int changes;
};

static void set_add(struct set *s, struct set *other)
{
	(void)other;
	pthread_mutex_lock(&s->lock);
	plain_add(&s->plain, 7);
	s->changes++;
	pthread_mutex_unlock(&s->lock);
}

static void set_size(struct set *s, struct set *other)
{
	(void)other;
	pthread_mutex_lock(&s->lock);
	int n = s->plain.count;
	pthread_mutex_unlock(&s->lock);
	(void)n;
}

static void set_clear(struct set *s, struct set *other)
{
	int keys[MOST];
	(void)other;
	pthread_mutex_lock(&s->lock);
	int n = plain_keys(&s->plain, keys);
	while (n > 0) {
		plain_remove(&s->plain, keys[--n]);
	}
	s->changes++;
	pthread_mutex_unlock(&s->lock);
}

static bool has(struct set *s, int key)
{
	pthread_mutex_lock(&s->lock);
	bool found = plain_has(&s->plain, key);
	pthread_mutex_unlock(&s->lock);
	return found;
}

static void set_contains(struct set *s, struct set *other)
{
	(void)other;
	has(s, 1200);
}

static void set_remove(struct set *s, struct set *other)
{
	(void)other;
	pthread_mutex_lock(&s->lock);
	plain_remove(&s->plain, 7);
	s->changes++;
	pthread_mutex_unlock(&s->lock);
}

static int copy(struct set *s, int *keys)
{
	pthread_mutex_lock(&s->lock);
	int n = plain_keys(&s->plain, keys);
	pthread_mutex_unlock(&s->lock);
	return n;
}

static void set_to_array(struct set *s, struct set *other)
{
	int keys[MOST];
	(void)other;
	copy(s, keys);
}

static void set_is_empty(struct set *s, struct set *other)
{
	(void)other;
	pthread_mutex_lock(&s->lock);
	bool empty = s->plain.count == 0;
	pthread_mutex_unlock(&s->lock);
	(void)empty;
}

static void set_iterator(struct set *s, struct set *other) // takes no lock
{
	(void)other;
	int expected = s->changes;
	(void)expected;
}

static void set_add_all(struct set *s, struct set *other)
{
	int keys[MOST];
	pthread_mutex_lock(&s->lock);
	int n = copy(other, keys);
	for (int i = 0; i < n; i++) {
		plain_add(&s->plain, keys[i]);
	}
	s->changes++;
	pthread_mutex_unlock(&s->lock);
}

static void set_equals(struct set *s, struct set *other)
{
	int keys[MOST];
	pthread_mutex_lock(&s->lock);
	int n = copy(other, keys);
	bool equal = n == s->plain.count;
	for (int i = 0; equal && i < n; i++) {
		equal = plain_has(&s->plain, keys[i]);
	}
	pthread_mutex_unlock(&s->lock);
}

static void set_retain_all(struct set *s, struct set *other)
{
	int keys[MOST];
	pthread_mutex_lock(&s->lock);
	int n = plain_keys(&s->plain, keys);
	for (int i = 0; i < n; i++) {
		if (!has(other, keys[i])) {
			plain_remove(&s->plain, keys[i]);
		}
	}
	s->changes++;
	pthread_mutex_unlock(&s->lock);
}

static void set_contains_all(struct set *s, struct set *other)
{
	int keys[MOST];
	pthread_mutex_lock(&s->lock);
	int n = copy(other, keys);
	for (int i = 0; i < n && plain_has(&s->plain, keys[i]); i++) {
	}
	pthread_mutex_unlock(&s->lock);
}

static void set_remove_all(struct set *s, struct set *other)
{
	int keys[MOST];
	pthread_mutex_lock(&s->lock);
	int n = copy(other, keys);
	for (int i = 0; i < n; i++) {
		plain_remove(&s->plain, keys[i]);
	}
	s->changes++;
	pthread_mutex_unlock(&s->lock);
}

// ---- the threads -----------------------------------------------------------------

typedef void method(struct set *s, struct set *other);

enum { SINGLE = 8, METHODS = 13 }; // methods of one set, and all

static method *const methods[METHODS] = {
	set_add, set_size, set_clear, set_contains, set_remove, set_to_array, set_is_empty, set_iterator,
	set_add_all, set_equals, set_retain_all, set_contains_all, set_remove_all,
};

static struct set first, second;

#ifdef MANY
enum { CALLS = 10 };

static void *work(void *arg)
{
	unsigned t = (unsigned)(size_t)arg;
	for (unsigned i = 0; i < CALLS; i++) {
		unsigned m = (t * 5 + i) % METHODS;
		bool swapped = (t + i) % 3 == 0 && m < SINGLE;
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

static void init(struct set *s, int key)
{
	pthread_mutexattr_t recursive;
	pthread_mutexattr_init(&recursive);
	pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&s->lock, &recursive);
	pthread_mutexattr_destroy(&recursive);
	plain_add(&s->plain, key);
	set_add(s, NULL);
}

int main(void)
{
	pthread_t threads[THREADS];
	init(&first, 1200);
	init(&second, 2999);
	for (size_t i = 0; i < THREADS; i++) {
		pthread_create(&threads[i], NULL, work, (void *)i);
	}
	for (size_t i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
	}
	return 0;
}
