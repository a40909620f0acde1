// The API of every hostile library.
#ifndef LIBRARY_H
#define LIBRARY_H

struct library;
struct library *library_create(void);
void library_destroy(struct library *l);
int library_do(struct library *l, const char *name, int number);
int library_again(struct library *l, const char *name);

#endif
