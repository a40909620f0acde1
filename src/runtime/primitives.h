// SPDX-License-Identifier: Apache-2.0
// The models of the synchronization primitives: what each operation does to
// its object, when it may proceed, and what it orders. Results are error numbers
// as of pthreads. The shims translate signatures and call these.
#ifndef HD_RUNTIME_MODELS_H
#define HD_RUNTIME_MODELS_H

#include "runtime/rt.h"

#define HD_FOREVER UINT64_MAX // no deadline

// mutex.c (spin locks are mutexes that know no owner's rights)
int hd_mutex_lock(struct hd_sync *s, const struct hd_site *site, uint64_t deadline);
int hd_mutex_trylock(struct hd_sync *s, const struct hd_site *site);
int hd_mutex_unlock(struct hd_sync *s, const struct hd_site *site);
// For condition variables: hand the mutex back and take it again.
void hd_mutex_release(struct hd_sync *s);
void hd_mutex_take(struct hd_sync *s);

// rwlock.c
int hd_rwlock_read(struct hd_sync *s, const struct hd_site *site, uint64_t deadline);
int hd_rwlock_write(struct hd_sync *s, const struct hd_site *site, uint64_t deadline);
int hd_rwlock_try(struct hd_sync *s, const struct hd_site *site, bool write);
int hd_rwlock_unlock(struct hd_sync *s, const struct hd_site *site);

// cond.c
int hd_cond_wait(struct hd_sync *s, struct hd_sync *mutex, const struct hd_site *site, uint64_t deadline);
void hd_cond_signal(struct hd_sync *s, const struct hd_site *site);
void hd_cond_broadcast(struct hd_sync *s, const struct hd_site *site);
// Wakes up to `most` fibers that wait in `s` for a bit of the mask; returns how many.
unsigned hd_cond_wake(struct hd_sync *s, unsigned most, uint32_t mask);

// futex.c
int hd_futex_wait(const uint32_t *word, uint32_t expected, uint32_t mask, const struct hd_site *site,
	uint64_t deadline);
unsigned hd_futex_wake(const uint32_t *word, unsigned most, uint32_t mask, const struct hd_site *site);

// barrier.c: true for the one that arrived last
bool hd_barrier_wait(struct hd_sync *s, const struct hd_site *site);

// once.c: true: the caller must run the function, then call done
bool hd_once_begin(struct hd_sync *s, const struct hd_site *site);
void hd_once_done(struct hd_sync *s);

// sem.c
int hd_sem_wait(struct hd_sync *s, const struct hd_site *site, uint64_t deadline);
int hd_sem_trywait(struct hd_sync *s, const struct hd_site *site);
void hd_sem_post(struct hd_sync *s, const struct hd_site *site);

// thread.c
struct hd_fiber *hd_thread_create(void *(*entry)(void *), int (*entry_c11)(void *), void *arg, bool detached,
	const struct hd_site *site);
int hd_thread_join(struct hd_fiber *f, const struct hd_site *site, uint64_t deadline);
void hd_thread_yield(enum hd_event_kind kind, const struct hd_site *site);

#endif
