// SPDX-License-Identifier: Apache-2.0
#include "schedule/conflicts.h"

#include "runtime/scheduler.h"

#include <string.h>

#define OBJECTS (1u << 13) // units of four bytes, of one execution
#define USERS 12           // places that use one
#define RECENT 8           // operations on one
#define MOST_UNITS 32      // of one operation that are remembered for it
#define LOCKS 6            // held by one thread
#define MOST_EVENTS (1u << 17)

struct user {
	uint16_t place;
	uint8_t thread; // the first
	bool several;   // others too
	bool writes;
	uint8_t nlocks;
	uint32_t first, last; // events
	uint32_t locks[LOCKS]; // held by the first
};

struct recent {
	uint32_t event;
	uint16_t place;
	uint8_t thread;
	bool writes;
};

struct hd_conflict_object {
	unsigned nusers, nrecent;
	struct user users[USERS];
	struct recent recent[RECENT]; // a ring
};

struct thread {
	int creator;
	uint32_t created;           // event
	int joined_by;              // -1: nobody, so far
	uint32_t before;            // its last operation that counts, or its creation
	bool started;               // it has made one
	unsigned nlocks;
	uint32_t locks[LOCKS];
};

struct walk {
	struct hd_conflicts *c;
	uint32_t i;
	const struct hd_event *e;
	uint32_t place;
	bool writes;
	struct thread threads[HD_MAX_FIBERS];
};

static void table(struct hd_table *t, size_t n)
{
	hd_table_init(t, hd_persist_alloc(2 * n * sizeof(*t->entries)), 2 * n);
}

void hd_conflicts_init(struct hd_conflicts *c)
{
	hd_shared_init(&c->shared);
	if (c->places) {
		return;
	}
	table(&c->place_keys, HD_CONFLICT_PLACES);
	table(&c->goal_keys, HD_CONFLICT_GOALS);
	table(&c->object_keys, OBJECTS);
	c->places = hd_persist_alloc(HD_CONFLICT_PLACES * sizeof(*c->places));
	c->goals = hd_persist_alloc(HD_CONFLICT_GOALS * sizeof(*c->goals));
	c->objects = hd_persist_alloc(OBJECTS * sizeof(*c->objects));
}

void hd_conflicts_forget(struct hd_conflicts *c)
{
	hd_shared_forget(&c->shared);
	hd_table_clear(&c->place_keys);
	hd_table_clear(&c->goal_keys);
}

bool hd_conflicts_are_full(const struct hd_conflicts *c)
{
	return hd_table_is_full(&c->place_keys) || hd_table_is_full(&c->goal_keys);
}

uint32_t hd_conflicts_place(const struct hd_conflicts *c, const struct hd_op *op)
{
	const struct hd_table_entry *e = hd_table_at(&c->place_keys, hd_shared_place(op->site, op->object));
	return hd_table_is_free(&c->place_keys, e) ? HD_TABLE_NONE : e->number;
}

// ---- what an event is ------------------------------------------------------------------

// Operations that can be overtaken, or overtake. Giving a lock back is not one: taking it says all.
static bool counts(const struct hd_event *e)
{
	return hd_shared_is_memory(e->kind) || hd_shared_takes_lock(e->kind) ||
		(e->kind >= HD_EV_COND_WAIT && e->kind <= HD_EV_FUTEX_WAKE && e->kind != HD_EV_BARRIER_LEAVE &&
			e->kind != HD_EV_FUTEX_LEAVE);
}

static bool is_at_shared_place(const struct hd_conflicts *c, const struct hd_event *e)
{
	struct hd_op op = {.kind = e->kind, .object = e->object, .site = e->site};
	return hd_shared_matters(&c->shared, e->fiber, &op);
}

// ---- locks held, threads created and joined --------------------------------------------------

static void take(struct thread *t, uintptr_t lock)
{
	if (t->nlocks < LOCKS) {
		t->locks[t->nlocks++] = (uint32_t)hd_mix(lock);
	}
}

static void give_back(struct thread *t, uintptr_t lock)
{
	for (unsigned i = 0; i < t->nlocks; i++) {
		if (t->locks[i] == (uint32_t)hd_mix(lock)) {
			t->locks[i] = t->locks[--t->nlocks];
			return;
		}
	}
}

static void follow(struct walk *w)
{
	const struct hd_event *e = w->e;
	struct thread *t = &w->threads[e->fiber];

	if (hd_shared_takes_lock(e->kind) && !e->failed) {
		take(t, e->object);
	} else if (e->kind == HD_EV_UNLOCK) {
		give_back(t, e->object);
	} else if (e->kind == HD_EV_COND_WAIT && e->second) {
		give_back(t, e->second);
	} else if (e->kind == HD_EV_CREATE && e->object < HD_MAX_FIBERS) {
		w->threads[e->object].creator = e->fiber;
		w->threads[e->object].created = w->threads[e->object].before = w->i;
	} else if (e->kind == HD_EV_JOIN && e->object < HD_MAX_FIBERS) {
		w->threads[e->object].joined_by = e->fiber;
	}
}

// Were all of a user's operations made before this thread was created, or by one that it has joined?
static bool is_ordered_with(const struct walk *w, const struct user *u, unsigned thread)
{
	const struct thread *t = &w->threads[thread];

	return !u->several &&
		((t->creator == u->thread && u->last < t->created) || w->threads[u->thread].joined_by == (int)thread);
}

static bool have_common_lock(const struct user *u, const struct thread *t)
{
	for (unsigned i = 0; i < u->nlocks; i++) {
		for (unsigned k = 0; k < t->nlocks; k++) {
			if (u->locks[i] == t->locks[k]) {
				return true;
			}
		}
	}
	return false;
}

// ---- goals --------------------------------------------------------------------------------

static struct hd_goal *goal_of(struct hd_conflicts *c, uint32_t held, uint32_t awaited)
{
	uint32_t known = c->goal_keys.n, i = hd_table_number(&c->goal_keys, (uint64_t)held << 32 | (awaited + 1));

	if (i == HD_TABLE_NONE) {
		return NULL;
	}
	if (i >= known) {
		c->goals[i] = (struct hd_goal){.held = (uint16_t)held, .awaited = (uint16_t)awaited};
	}
	return &c->goals[i];
}

static void note_goals(struct walk *w, const struct hd_conflict_object *o)
{
	const struct thread *t = &w->threads[w->e->fiber];

	for (unsigned i = 0; i < o->nusers; i++) {
		const struct user *u = &o->users[i];
		bool other = u->several || u->thread != w->e->fiber;
		bool conflict = u->writes || w->writes;
		if (other && conflict && !is_ordered_with(w, u, w->e->fiber) && !have_common_lock(u, t)) {
			goal_of(w->c, w->place, u->place);
			goal_of(w->c, u->place, w->place);
		}
	}
}

// Which operations were made on the object since this thread came to where it stood?
static void note_overtaking(struct walk *w, const struct hd_conflict_object *o)
{
	const struct thread *t = &w->threads[w->e->fiber];

	for (unsigned i = 0; i < o->nrecent && i < RECENT; i++) {
		const struct recent *r = &o->recent[i];
		if (r->thread == w->e->fiber || r->event < t->before || !(r->writes || w->writes)) {
			continue;
		}
		struct hd_goal *g = goal_of(w->c, w->place, r->place);
		if (g && g->seen < UINT16_MAX) {
			w->c->grown |= g->seen == 0;
			g->seen++;
		}
	}
}

// ---- users of objects ------------------------------------------------------------------------

static struct hd_conflict_object *object_of(struct hd_conflicts *c, uint64_t key)
{
	uint32_t known = c->object_keys.n, i = hd_table_number(&c->object_keys, key);

	if (i == HD_TABLE_NONE) {
		return NULL;
	}
	if (i >= known) {
		c->objects[i].nusers = c->objects[i].nrecent = 0;
	}
	return &c->objects[i];
}

static void note_user(struct walk *w, struct hd_conflict_object *o)
{
	const struct thread *t = &w->threads[w->e->fiber];
	struct hd_conflict_place *p = &w->c->places[w->place];
	struct user *mine = NULL;

	for (unsigned i = 0; i < o->nusers; i++) {
		p->again |= o->users[i].thread == w->e->fiber;
		if (o->users[i].place == w->place) {
			mine = &o->users[i];
		}
	}
	if (mine) {
		mine->several |= mine->thread != w->e->fiber;
		mine->writes |= w->writes;
		mine->last = w->i;
	} else if (o->nusers < USERS) {
		mine = &o->users[o->nusers++];
		*mine = (struct user){.place = (uint16_t)w->place,
			.thread = w->e->fiber,
			.writes = w->writes,
			.nlocks = (uint8_t)t->nlocks,
			.first = w->i,
			.last = w->i};
		memcpy(mine->locks, t->locks, sizeof(mine->locks));
	}
	o->recent[o->nrecent++ % RECENT] = (struct recent){.event = w->i,
		.place = (uint16_t)w->place,
		.thread = w->e->fiber,
		.writes = w->writes};
}

static void visit_object(struct walk *w, struct hd_conflict_object *o)
{
	note_goals(w, o);
	note_overtaking(w, o);
	note_user(w, o);
}

static void visit_known(void *data, uint64_t key, uint32_t number)
{
	struct walk *w = data;

	(void)key;
	visit_object(w, &w->c->objects[number]);
}

// Of memory that is freed or unmapped all counts that others have touched so far.
static void visit_units(struct walk *w, uint64_t first, uint64_t last)
{
	uint64_t near = last - first < MOST_UNITS ? last : first + MOST_UNITS - 1;

	for (uint64_t k = first; k <= near; k++) {
		struct hd_conflict_object *o = object_of(w->c, k);
		if (o) {
			visit_object(w, o);
		}
	}
	if (w->e->kind == HD_EV_FREE && near < last) {
		hd_table_visit(&w->c->object_keys, near + 1, last, visit_known, w);
	}
}

// ---- the log -----------------------------------------------------------------------------------

static void note_visit(struct hd_conflict_place *p, uint32_t execution, unsigned thread)
{
	if (p->execution != execution) {
		memset(p->threads, 0, sizeof(p->threads));
		p->execution = execution;
	}
	p->loops |= hd_set_has(p->threads, thread);
	hd_set_add(p->threads, thread);
}

static uint32_t note_place(struct walk *w)
{
	struct hd_conflicts *c = w->c;
	const struct thread *t = &w->threads[w->e->fiber];
	uint32_t known = c->place_keys.n;
	uint64_t key = hd_shared_place(w->e->site, w->e->object);
	uint32_t i = hd_table_number(&c->place_keys, key);

	if (i == HD_TABLE_NONE) {
		return i;
	}
	struct hd_conflict_place *p = &c->places[i];
	if (i >= known) {
		*p = (struct hd_conflict_place){.key = key};
		c->grown = true;
	}
	note_visit(p, c->executions, w->e->fiber);
	p->later |= t->started;
	p->locks |= hd_shared_takes_lock(w->e->kind);
	p->nested |= hd_shared_takes_lock(w->e->kind) && t->nlocks > 0;
	p->frees |= w->e->kind == HD_EV_FREE;
	return i;
}

static void visit(struct walk *w)
{
	const struct hd_event *e = w->e;

	if (!counts(e) || !is_at_shared_place(w->c, e)) {
		return;
	}
	w->place = note_place(w);
	if (w->place == HD_TABLE_NONE) {
		return;
	}
	w->writes = e->write || !hd_shared_is_memory(e->kind);
	uint64_t first = e->object / 4,
		 last = hd_shared_is_memory(e->kind) && e->size ? (e->object + e->size - 1) / 4 : first;
	visit_units(w, first, last);
	w->threads[e->fiber].before = w->i;
	w->threads[e->fiber].started = true;
}

void hd_conflicts_learn(struct hd_conflicts *c)
{
	static struct walk w;

	hd_shared_learn(&c->shared);
	hd_table_clear(&c->object_keys);
	c->grown = false;
	c->executions++;
	w.c = c;
	for (unsigned t = 0; t < hd.nfibers; t++) {
		w.threads[t] = (struct thread){.creator = -1, .joined_by = -1};
	}
	for (size_t i = 0; i < hd.nlog && i < MOST_EVENTS; i++) {
		w.i = (uint32_t)i;
		w.e = &hd.log[i];
		visit(&w);
		follow(&w);
	}
}
