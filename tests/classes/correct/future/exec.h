// heddle: none
// Futures are given out by exec_submit and resolved once.
// SPDX-License-Identifier: Apache-2.0
#ifndef EXEC_H
#define EXEC_H

typedef struct exec exec_t;
typedef struct exec_future exec_future_t;

exec_t *exec_create(void);
void exec_destroy(exec_t *e);
int exec_pending(exec_t *e);

/// A future of a task. Futures live as long as their executor, and may be used by any thread.
exec_future_t *exec_submit(exec_t *e, int task);
/// True for the first who resolves it.
int exec_future_resolve(exec_future_t *f, int value);
int exec_future_poll(exec_future_t *f, int *value);

#endif
