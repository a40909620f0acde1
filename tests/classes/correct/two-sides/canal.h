// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef CANAL_H
#define CANAL_H

#include <stddef.h>

/* Bytes for one reader and one writer. */
typedef struct canal canal;

canal *canal_new(void);
void canal_free(canal *c);
/* As many bytes as there is room for, or as there are. */
size_t canal_write(canal *c, const char *bytes, size_t n);
size_t canal_read(canal *c, char *bytes, size_t n);
/* For who writes and who reads. */
size_t canal_get_write_space(const canal *c);
size_t canal_get_read_space(const canal *c);
/* Bytes that were put there, or looked at, in another way: no more than there is space for. */
void canal_write_advance(canal *c, size_t n);
void canal_read_advance(canal *c, size_t n);

#endif
