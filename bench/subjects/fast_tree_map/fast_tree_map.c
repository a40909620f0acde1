// SPDX-License-Identifier: Apache-2.0
// In slow mode everybody locks the tree inside. In fast mode writers lock the
// map, change a copy of the tree, and put the copy in its place. Who changes
// the tree in slow mode meanwhile changes one that is about to be given up.
#include "fast_tree_map.h"

#include <pthread.h>
#include <stdlib.h>

struct entry {
	struct entry *left, *right;
	int key, value;
	struct entry *older;
};

// Entries are kept until the tree is freed: others may still walk over them.
struct tree {
	pthread_mutex_t monitor;
	struct tree *older;
	struct entry *newest;
	struct entry *root;
	int count;
	bool descending; // never changes
};

// Trees, too, are kept until the map is freed.
struct fast_tree_map {
	pthread_mutex_t monitor;
	struct tree *map;
	struct tree *trees;
	bool fast;
};

// Java's synchronized: until the end of the block.
#define SYNCHRONIZED(lock) __attribute__((cleanup(leave), unused)) pthread_mutex_t *held = enter(lock)

static pthread_mutex_t *enter(pthread_mutex_t *lock)
{
	pthread_mutex_lock(lock);
	return lock;
}

// Fast readers do not lock.
static pthread_mutex_t *enter_slow(fast_tree_map *map)
{
	return map->fast ? NULL : enter(&map->map->monitor);
}

static void leave(pthread_mutex_t **lock)
{
	if (*lock) {
		pthread_mutex_unlock(*lock);
	}
}

static void monitor_init(pthread_mutex_t *monitor)
{
	pthread_mutexattr_t attributes;
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(monitor, &attributes);
	pthread_mutexattr_destroy(&attributes);
}

// The repair: whatever the mode, every function holds the monitor of the map.
#ifdef FIXED
#define ONE_LOCK(map) \
	__attribute__((cleanup(leave), unused)) pthread_mutex_t *whole = enter(&(map)->monitor)
#else
#define ONE_LOCK(map) (void)(map)
#endif

#define SLOW_LOCK(map) __attribute__((cleanup(leave), unused)) pthread_mutex_t *held = enter_slow(map)

// ---- the tree --------------------------------------------------------------

static struct tree *tree_new(bool descending)
{
	struct tree *tree = calloc(1, sizeof *tree);
	if (!tree) {
		abort();
	}
	tree->descending = descending;
	monitor_init(&tree->monitor);
	return tree;
}

static void tree_free(struct tree *tree)
{
	while (tree->newest) {
		struct entry *entry = tree->newest;
		tree->newest = entry->older;
		free(entry);
	}
	pthread_mutex_destroy(&tree->monitor);
	free(tree);
}

static bool is_before(const struct tree *tree, int a, int b)
{
	return tree->descending ? a > b : a < b;
}

static struct entry **tree_find(struct tree *tree, int key)
{
	struct entry **link = &tree->root;
	for (struct entry *e = *link; e && e->key != key; e = *link) {
		link = is_before(tree, key, e->key) ? &e->left : &e->right;
	}
	return link;
}

static int tree_put(struct tree *tree, int key, int value)
{
	struct entry **link = tree_find(tree, key), *entry = *link;
	if (entry) {
		int old = entry->value;
		entry->value = value;
		return old;
	}
	entry = malloc(sizeof *entry);
	if (!entry) {
		abort();
	}
	*entry = (struct entry){.key = key, .value = value, .older = tree->newest};
	tree->newest = entry;
	*link = entry;
	tree->count++;
	return 0;
}

static int tree_remove(struct tree *tree, int key)
{
	struct entry **link = tree_find(tree, key), *entry = *link;
	if (!entry) {
		return 0;
	}
	struct entry *left = entry->left, *right = entry->right;
	*link = right ? right : left;
	if (left && right) { // what was to the left comes before all of the right
		struct entry **first = link;
		while (*first) {
			first = &(*first)->left;
		}
		*first = left;
	}
	tree->count--;
	return entry->value;
}

static void tree_clear(struct tree *tree)
{
	tree->root = NULL;
	tree->count = 0;
}

// The first entry that is not before the key; with after: that is behind it.
static const struct entry *entry_from(const struct tree *tree, int key, bool after)
{
	const struct entry *found = NULL;
	for (const struct entry *e = tree->root; e;) {
		bool before = is_before(tree, e->key, key) || (after && e->key == key);
		found = before ? found : e;
		e = before ? e->right : e->left;
	}
	return found;
}

static const struct entry *tree_first(const struct tree *tree)
{
	const struct entry *entry = NULL;
	for (const struct entry *e = tree->root; e; e = e->left) {
		entry = e;
	}
	return entry;
}

static const struct entry *tree_last(const struct tree *tree)
{
	const struct entry *entry = NULL;
	for (const struct entry *e = tree->root; e; e = e->right) {
		entry = e;
	}
	return entry;
}

static const struct entry *tree_next(const struct tree *tree, const struct entry *entry)
{
	return entry_from(tree, entry->key, true);
}

static void tree_put_all(struct tree *tree, const struct tree *from)
{
	for (const struct entry *e = tree_first(from); e; e = tree_next(from, e)) {
		tree_put(tree, e->key, e->value);
	}
}

static struct tree *tree_clone(const struct tree *tree)
{
	struct tree *copy = tree_new(tree->descending);
	tree_put_all(copy, tree);
	return copy;
}

static bool tree_equals(struct tree *tree, const struct tree *other)
{
	if (tree->count != other->count) {
		return false;
	}
	for (const struct entry *e = tree_first(other); e; e = tree_next(other, e)) {
		const struct entry *entry = *tree_find(tree, e->key);
		if (!entry || entry->value != e->value) {
			return false;
		}
	}
	return true;
}

// ---- making maps -----------------------------------------------------------

// With the monitor held, once others know the map.
static void publish(fast_tree_map *map, struct tree *tree)
{
	tree->older = map->trees;
	map->trees = tree;
	map->map = tree;
}

static fast_tree_map *make_map(struct tree *tree)
{
	fast_tree_map *map = calloc(1, sizeof *map);
	if (!map) {
		tree_free(tree);
		return NULL;
	}
	monitor_init(&map->monitor);
	publish(map, tree);
	return map;
}

fast_tree_map *fast_tree_map_new_comparator(bool descending)
{
	return make_map(tree_new(descending));
}

fast_tree_map *fast_tree_map_new(void)
{
	return fast_tree_map_new_comparator(false);
}

// A copy of the tree, made as every reader reads it.
static struct tree *snapshot(fast_tree_map *map)
{
	ONE_LOCK(map);
	SLOW_LOCK(map);
	return tree_clone(map->map);
}

fast_tree_map *fast_tree_map_clone(fast_tree_map *map)
{
	return map ? make_map(snapshot(map)) : NULL;
}

void fast_tree_map_free(fast_tree_map *map)
{
	if (!map) {
		return;
	}
	while (map->trees) {
		struct tree *tree = map->trees;
		map->trees = tree->older;
		tree_free(tree);
	}
	pthread_mutex_destroy(&map->monitor);
	free(map);
}

// ---- modes -----------------------------------------------------------------

bool fast_tree_map_get_fast(fast_tree_map *map)
{
	ONE_LOCK(map);
	return map->fast;
}

void fast_tree_map_set_fast(fast_tree_map *map, bool fast)
{
	ONE_LOCK(map);
	map->fast = fast;
}

// ---- reading ---------------------------------------------------------------

int fast_tree_map_get(fast_tree_map *map, int key)
{
	ONE_LOCK(map);
	SLOW_LOCK(map);
	const struct entry *entry = *tree_find(map->map, key);
	return entry ? entry->value : 0;
}

int fast_tree_map_size(fast_tree_map *map)
{
	ONE_LOCK(map);
	SLOW_LOCK(map);
	return map->map->count;
}

bool fast_tree_map_is_empty(fast_tree_map *map)
{
	ONE_LOCK(map);
	SLOW_LOCK(map);
	return map->map->count == 0;
}

bool fast_tree_map_contains_key(fast_tree_map *map, int key)
{
	ONE_LOCK(map);
	SLOW_LOCK(map);
	return *tree_find(map->map, key) != NULL;
}

bool fast_tree_map_contains_value(fast_tree_map *map, int value)
{
	ONE_LOCK(map);
	SLOW_LOCK(map);
	const struct tree *tree = map->map;
	for (const struct entry *e = tree_first(tree); e; e = tree_next(tree, e)) {
		if (e->value == value) {
			return true;
		}
	}
	return false;
}

bool fast_tree_map_equals(fast_tree_map *map, fast_tree_map *other)
{
	if (!other || map == other) {
		return map == other;
	}
	struct tree *theirs = snapshot(other); // never both monitors at once
	bool equal;
	{
		ONE_LOCK(map);
		SLOW_LOCK(map);
		equal = tree_equals(map->map, theirs);
	}
	tree_free(theirs);
	return equal;
}

int fast_tree_map_hash_code(fast_tree_map *map)
{
	ONE_LOCK(map);
	SLOW_LOCK(map);
	const struct tree *tree = map->map;
	unsigned sum = 0;
	for (const struct entry *e = tree_first(tree); e; e = tree_next(tree, e)) {
		sum += (unsigned)e->key ^ (unsigned)e->value;
	}
	return (int)sum;
}

bool fast_tree_map_comparator(fast_tree_map *map)
{
	ONE_LOCK(map);
	SLOW_LOCK(map);
	return map->map->descending;
}

int fast_tree_map_first_key(fast_tree_map *map)
{
	ONE_LOCK(map);
	SLOW_LOCK(map);
	const struct entry *first = tree_first(map->map);
	return first ? first->key : 0;
}

int fast_tree_map_last_key(fast_tree_map *map)
{
	ONE_LOCK(map);
	SLOW_LOCK(map);
	const struct entry *last = tree_last(map->map);
	return last ? last->key : 0;
}

// ---- views -----------------------------------------------------------------

// The keys of a part of the tree, whose ends may be missing.
static size_t keys_of(const struct tree *tree, const int *from, const int *to, int *keys, size_t count)
{
	size_t n = 0;
	const struct entry *e = from ? entry_from(tree, *from, false) : tree_first(tree);
	for (; e && (!to || is_before(tree, e->key, *to)); e = tree_next(tree, e), n++) {
		if (keys && n < count) {
			keys[n] = e->key;
		}
	}
	return n;
}

size_t fast_tree_map_head_map(fast_tree_map *map, int to, int *keys, size_t count)
{
	ONE_LOCK(map);
	SLOW_LOCK(map);
	return keys_of(map->map, NULL, &to, keys, count);
}

size_t fast_tree_map_sub_map(fast_tree_map *map, int from, int to, int *keys, size_t count)
{
	ONE_LOCK(map);
	SLOW_LOCK(map);
	return keys_of(map->map, &from, &to, keys, count);
}

size_t fast_tree_map_tail_map(fast_tree_map *map, int from, int *keys, size_t count)
{
	ONE_LOCK(map);
	SLOW_LOCK(map);
	return keys_of(map->map, &from, NULL, keys, count);
}

size_t fast_tree_map_key_set(fast_tree_map *map, int *keys, size_t count)
{
	ONE_LOCK(map);
	SLOW_LOCK(map);
	return keys_of(map->map, NULL, NULL, keys, count);
}

size_t fast_tree_map_values(fast_tree_map *map, int *values, size_t count)
{
	ONE_LOCK(map);
	SLOW_LOCK(map);
	const struct tree *tree = map->map;
	size_t n = 0;
	for (const struct entry *e = tree_first(tree); e; e = tree_next(tree, e), n++) {
		if (values && n < count) {
			values[n] = e->value;
		}
	}
	return n;
}

long fast_tree_map_entry_set(fast_tree_map *map)
{
	ONE_LOCK(map);
	SLOW_LOCK(map);
	const struct tree *tree = map->map;
	unsigned long all = 0;
	for (const struct entry *e = tree_first(tree); e; e = tree_next(tree, e)) {
		all = 31 * all + (31 * (unsigned)e->key + (unsigned)e->value);
	}
	return (long)all;
}

// ---- writing ---------------------------------------------------------------

int fast_tree_map_put(fast_tree_map *map, int key, int value)
{
	ONE_LOCK(map);
	if (map->fast) {
		SYNCHRONIZED(&map->monitor);
		struct tree *copy = tree_clone(map->map);
		int old = tree_put(copy, key, value);
		publish(map, copy);
		return old;
	}
	SYNCHRONIZED(&map->map->monitor);
	return tree_put(map->map, key, value);
}

void fast_tree_map_put_all(fast_tree_map *map, fast_tree_map *other)
{
	if (!other || map == other) {
		return;
	}
	struct tree *theirs = snapshot(other); // never both monitors at once
	{
		ONE_LOCK(map);
		if (map->fast) {
			SYNCHRONIZED(&map->monitor);
			struct tree *copy = tree_clone(map->map);
			tree_put_all(copy, theirs);
			publish(map, copy);
		} else {
			SYNCHRONIZED(&map->map->monitor);
			tree_put_all(map->map, theirs);
		}
	}
	tree_free(theirs);
}

int fast_tree_map_remove(fast_tree_map *map, int key)
{
	ONE_LOCK(map);
	if (map->fast) {
		SYNCHRONIZED(&map->monitor);
		struct tree *copy = tree_clone(map->map);
		int old = tree_remove(copy, key);
		publish(map, copy);
		return old;
	}
	SYNCHRONIZED(&map->map->monitor);
	return tree_remove(map->map, key);
}

void fast_tree_map_clear(fast_tree_map *map)
{
	ONE_LOCK(map);
	if (map->fast) {
		SYNCHRONIZED(&map->monitor);
		publish(map, tree_new(map->map->descending));
		return;
	}
	SYNCHRONIZED(&map->map->monitor);
	tree_clear(map->map);
}

static bool is_in(int key, const int *keys, size_t count)
{
	for (size_t i = 0; keys && i < count; i++) {
		if (keys[i] == key) {
			return true;
		}
	}
	return false;
}

// Remove the entries whose keys are, or are not, among these.
static int remove_if(struct tree *tree, const int *keys, size_t count, bool among)
{
	int before = tree->count;
	for (const struct entry *e = tree_first(tree), *next; e; e = next) {
		next = tree_next(tree, e);
		if (is_in(e->key, keys, count) == among) {
			tree_remove(tree, e->key);
		}
	}
	return before - tree->count;
}

static int key_set_remove_if(fast_tree_map *map, const int *keys, size_t count, bool among)
{
	ONE_LOCK(map);
	if (map->fast) {
		SYNCHRONIZED(&map->monitor);
		struct tree *copy = tree_clone(map->map);
		int removed = remove_if(copy, keys, count, among);
		publish(map, copy);
		return removed;
	}
	SYNCHRONIZED(&map->map->monitor);
	return remove_if(map->map, keys, count, among);
}

int fast_tree_map_key_set_remove_all(fast_tree_map *map, const int *keys, size_t count)
{
	return key_set_remove_if(map, keys, count, true);
}

int fast_tree_map_key_set_retain_all(fast_tree_map *map, const int *keys, size_t count)
{
	return key_set_remove_if(map, keys, count, false);
}
