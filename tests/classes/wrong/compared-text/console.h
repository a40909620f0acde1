// heddle: data-race|not-linearizable
// Bug: the command "rewind" takes no lock.
// SPDX-License-Identifier: Apache-2.0
#ifndef CONSOLE_H
#define CONSOLE_H

#include <stdbool.h>

typedef struct console console_t;

console_t *console_open(void);
void console_close(console_t *c);
// "say" and others: how many commands there were; -1: no such command. Any thread.
long console_command(console_t *c, const char *command);

#endif
