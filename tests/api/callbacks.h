// Callbacks, their data, and functions of several signatures.
#include <stddef.h>

typedef struct table table;
typedef int (*table_compare)(const void *a, const void *b);
typedef void (*table_visit)(const char *key, void *value, void *user);

table *table_new(table_compare compare, void (*release)(void *));
void table_free(table *t);
void table_free_full(table *t, void (*release)(void *), void *data);
int table_set(table *t, const char *key, void *value);
void *table_get(table *t, const char *key);
void table_foreach(table *t, table_visit visit, void *user);
size_t table_update(table *t, void *(*change)(void *, void *), void *item, void *context);
