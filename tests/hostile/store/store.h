// A store whose keys are names of files.
#ifndef STORE_H
#define STORE_H
struct store;
struct store *store_create(void);
void store_destroy(struct store *s);
int store_put(struct store *s, const char *key, const char *value);
int store_remove(struct store *s, const char *key);
int store_rename(struct store *s, const char *from, const char *to);
int store_cut(struct store *s, const char *key);
#endif
