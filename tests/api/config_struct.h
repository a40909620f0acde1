// A constructor that needs a struct; flags and enumerations.
#include <stdbool.h>
#include <stddef.h>

enum policy { POLICY_FIFO, POLICY_LIFO, POLICY_RANDOM };
enum { OPEN_READ = 1, OPEN_WRITE = 2, OPEN_TRUNCATE = 4 };
typedef enum { CACHE_NONE = 0, CACHE_LAZY = 1, CACHE_SHARED = 2 } cache_flags;

struct limits {
	unsigned entries;
	double ratio;
};

struct cache_config {
	size_t capacity;
	enum policy policy;
	bool strict;
	struct limits limits;
	const char *name;
	const unsigned char *seed;
	size_t seed_len;
	void (*evicted)(void *key, void *user);
	void *user;
	int reserved[4];
};

struct cache;
struct cache *cache_create(const struct cache_config *config);
void cache_destroy(struct cache *c);
int cache_configure(struct cache *c, enum policy policy, cache_flags flags);
struct limits cache_limits(const struct cache *c);
int cache_set_limits(struct cache *c, struct limits limits);
int cache_put(struct cache *c, const char *key, size_t key_len, const void *value, size_t value_len);
