// heddle: none
// Lines are taken from a pool and given back.
// SPDX-License-Identifier: Apache-2.0
#ifndef LINES_H
#define LINES_H

struct lines;
struct line;

struct lines *lines_create(void);
void lines_destroy(struct lines *pool);
/// A line for the caller alone, until it is given back; NULL: all are in use.
struct line *lines_get(struct lines *pool);
void lines_put(struct lines *pool, struct line *line);
int lines_idle(struct lines *pool);
int line_send(struct line *line, int value);

#endif
