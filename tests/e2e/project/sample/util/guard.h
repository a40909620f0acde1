/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GUARD_H
#define GUARD_H
#include <pthread.h>
typedef struct guard {
	pthread_mutex_t mutex;
} guard;
void guard_init(guard *guard);
void guard_finish(guard *guard);
void guard_enter(guard *guard);
void guard_leave(guard *guard);
// Nobody calls this, so what it needs is not needed.
static inline void guard_trace(void)
{
	extern void tracer_note(void);
	tracer_note();
}
#endif
