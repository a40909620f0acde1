// A class over FILE *.
#include <stdio.h>

struct writer;

struct writer *writer_open(FILE *out);
int writer_line(struct writer *w, const char *text);
int writer_copy(struct writer *w, FILE *in);
int writer_close(struct writer *w);
