// SPDX-License-Identifier: Apache-2.0
// Reads-from fuzzing (Wolff, Shi, Duck, Mathur, Roychoudhury, ASPLOS 2024). An *abstract schedule*
// is a set of constraints "this read reads from that write", or not, where reads and writes are places
// in the code. Greybox fuzzing over them: one is taken from the corpus and mutated (a constraint is
// inserted, swapped for another, deleted or negated), an execution tries to fulfil it, and it is kept if
// some read has read from a write that it never read from before. How often one is mutated is
// decided by the cut-off exponential power schedule: not at all while executions that read as its own did
// are more frequent than the mean, otherwise twice as often as the last time.
//
// Each constraint has a small machine. Of a positive one, a thread that reaches the read is avoided,
// and the write preferred; after the write the read is preferred, and other writes of the address are
// avoided. Of a negative one, the write is avoided where a thread stands before it; after it, the read is avoided
// and any other write of the address preferred, and then the read. What is preferred and not avoided goes first,
// what is avoided and not preferred last, and among equals partial-order sampling decides.
//
// Taking a lock is a read, giving it back a write. Deviations: constraints are drawn from pairs of
// places that have accessed the same memory in different threads, without a predictor's scores; a thread
// that yields or goes on for long is avoided once.
#include "runtime/scheduler.h"
#include "schedule/happens.h"
#include "schedule/shared.h"

#include <string.h>

#define PAIRS 4096     // of a read and a write
#define ADDRESSES 8192 // of one execution
#define USERS 8        // places that access one of them
#define CORPUS 512
#define CONSTRAINTS 16 // of an abstract schedule
#define MOST_ENERGY 64
#define LONG_RUN 1000

struct pair {
	uint64_t read, write; // places
};

enum phase {
	REACHED_READ, // positive: a thread stands before the read
	WRITTEN,      // the write has been made and is the last one
	OPEN,         // positive: nothing is known; fulfilled: no longer of interest
	BEFORE_WRITE, // negative: a thread stands before the write
	OTHERWISE,    // negative: the last write is another one
};

struct constraint {
	struct pair pair;
	bool negative;
	bool fulfilled; // positive
	uint8_t phase;
	uintptr_t address; // of the write, once made
};

struct schedule {
	unsigned n;
	unsigned rounds;     // how often it has been taken
	uint32_t path;       // number of what its execution read
	struct constraint list[CONSTRAINTS];
};

struct user {
	uint64_t place;
	uint8_t thread;
	bool reads, writes;
};

struct address {
	unsigned nusers;
	struct user users[USERS];
	uint64_t last_write; // place; 0: none in this execution
	uint8_t last_writer;
};

struct state {
	uint64_t rng;
	struct hd_shared shared;
	struct hd_table addresses; // of an execution
	struct address *of_address;
	struct hd_table possible;  // pairs that could be
	struct pair *pool;
	struct hd_table read_from; // pairs that have been
	struct hd_table in_this;   // of them, in this execution
	struct hd_table paths;     // sets of such pairs
	uint32_t *frequency;       // of each path
	uint64_t executions;
	struct schedule *corpus;
	unsigned ncorpus, at, energy;
	struct schedule now; // the one that is executed
	// Partial-order sampling.
	int last;
	unsigned in_a_row;
	struct hd_op last_op;
	uint64_t priority[HD_MAX_FIBERS];
};

// ---- events ----------------------------------------------------------------------------

static bool reads(unsigned kind)
{
	return kind == HD_EV_READ || kind == HD_EV_ATOMIC_READ || kind == HD_EV_ATOMIC_RMW ||
		hd_shared_takes_lock(kind);
}

static bool writes(unsigned kind)
{
	return kind == HD_EV_WRITE || kind == HD_EV_ATOMIC_WRITE || kind == HD_EV_ATOMIC_RMW || kind == HD_EV_UNLOCK;
}

static uint64_t key_of(uint64_t read, uint64_t write)
{
	return hd_mix(read * 31 + 7) ^ hd_mix(write + 13);
}

// ---- after an execution --------------------------------------------------------------------

static struct address *address_of(struct state *s, uintptr_t a)
{
	uint32_t known = s->addresses.n, i = hd_table_number(&s->addresses, a & ~3ull);

	if (i == HD_TABLE_NONE) {
		return NULL;
	}
	if (i >= known) {
		memset(&s->of_address[i], 0, sizeof(s->of_address[i]));
	}
	return &s->of_address[i];
}

static void add_possible(struct state *s, uint64_t read, uint64_t write)
{
	uint32_t known = s->possible.n, i = hd_table_number(&s->possible, key_of(read, write));

	if (i != HD_TABLE_NONE && i >= known) {
		s->pool[i] = (struct pair){.read = read, .write = write};
	}
}

static void note_user(struct state *s, struct address *a, uint64_t place, const struct hd_event *e)
{
	bool r = reads(e->kind), w = writes(e->kind);

	for (unsigned i = 0; i < a->nusers; i++) {
		if (a->users[i].place == place && a->users[i].thread == e->fiber) {
			return;
		}
	}
	for (unsigned i = 0; i < a->nusers; i++) {
		const struct user *u = &a->users[i];
		if (u->thread != e->fiber && r && u->writes) {
			add_possible(s, place, u->place);
		}
		if (u->thread != e->fiber && w && u->reads) {
			add_possible(s, u->place, place);
		}
	}
	if (a->nusers < USERS) {
		a->users[a->nusers++] = (struct user){.place = place, .thread = e->fiber, .reads = r, .writes = w};
	}
}

// True: some read has read from a write that it never read from before.
static bool note_reads(struct state *s, uint64_t *path)
{
	bool new = false;

	*path = 0;
	hd_table_clear(&s->addresses);
	hd_table_clear(&s->in_this);
	for (size_t i = 0; i < hd.nlog; i++) {
		const struct hd_event *e = &hd.log[i];
		struct address *a = reads(e->kind) || writes(e->kind) ? address_of(s, e->object) : NULL;
		if (!a) {
			continue;
		}
		uint64_t place = hd_shared_place(e->site, e->object), key = key_of(place, a->last_write);
		note_user(s, a, place, e);
		if (reads(e->kind) && (a->last_write == 0 || a->last_writer != e->fiber)) {
			uint32_t before = s->in_this.n, all = s->read_from.n;
			hd_table_number(&s->in_this, key);
			hd_table_number(&s->read_from, key);
			*path ^= s->in_this.n > before ? hd_mix(key) : 0;
			new |= s->read_from.n > all;
		}
		if (writes(e->kind) && !e->failed) {
			a->last_write = place;
			a->last_writer = e->fiber;
		}
	}
	return new;
}

static void end(void *state, const struct hd_outcome *o)
{
	struct state *s = state;
	uint64_t key;
	bool new = note_reads(s, &key);
	uint32_t path = hd_table_number(&s->paths, key);

	(void)o;
	hd_shared_learn(&s->shared);
	path = path == HD_TABLE_NONE ? 0 : path;
	s->frequency[path]++;
	s->executions++;
	if (new && s->ncorpus < CORPUS) {
		s->corpus[s->ncorpus] = s->now;
		s->corpus[s->ncorpus].rounds = 0;
		s->corpus[s->ncorpus++].path = path;
	}
}

// ---- mutating ---------------------------------------------------------------------------------

static bool has_pair(const struct schedule *a, const struct pair *p)
{
	for (unsigned i = 0; i < a->n; i++) {
		if (a->list[i].pair.read == p->read && a->list[i].pair.write == p->write) {
			return true;
		}
	}
	return false;
}

static bool draw_constraint(struct state *s, struct constraint *c)
{
	if (s->possible.n == 0) {
		return false;
	}
	const struct pair *p = &s->pool[hd_rng_below(&s->rng, s->possible.n)];
	*c = (struct constraint){.pair = *p, .negative = hd_rng_below(&s->rng, 2)};
	return !has_pair(&s->now, p);
}

static void mutate(struct state *s)
{
	struct schedule *a = &s->now;
	struct constraint c;
	unsigned i = a->n ? hd_rng_below(&s->rng, a->n) : 0;

	switch (a->n ? hd_rng_below(&s->rng, 4) : 0) {
	case 0:
		if (a->n < CONSTRAINTS && draw_constraint(s, &c)) {
			a->list[a->n++] = c;
		}
		break;
	case 1:
		if (draw_constraint(s, &c)) {
			a->list[i] = c;
		}
		break;
	case 2:
		a->list[i] = a->list[--a->n];
		break;
	default:
		a->list[i].negative = !a->list[i].negative;
	}
}

// How often the schedule whose turn it is will be mutated.
static unsigned energy_of(struct state *s, struct schedule *a)
{
	uint64_t mean = s->executions / (s->paths.n ? s->paths.n : 1);

	if (s->frequency[a->path] > mean) {
		return 0;
	}
	unsigned rounds = a->rounds++;
	return rounds < 6 ? 1u << rounds : MOST_ENERGY;
}

static void take_next(struct state *s)
{
	for (unsigned tries = 0; s->energy == 0 && tries < s->ncorpus; tries++) {
		s->at = (s->at + 1) % s->ncorpus;
		s->energy = energy_of(s, &s->corpus[s->at]);
	}
	if (s->energy > 0) {
		s->energy--;
	} // else all are cut off: the one whose turn it is has one more
	s->now = s->corpus[s->at];
	mutate(s);
}

// ---- an execution --------------------------------------------------------------------------------

static void table(struct hd_table *t, size_t n)
{
	hd_table_init(t, hd_persist_alloc(2 * n * sizeof(*t->entries)), 2 * n);
}

static void prepare(struct state *s)
{
	hd_shared_init(&s->shared);
	if (s->pool) {
		return;
	}
	table(&s->addresses, ADDRESSES);
	table(&s->possible, PAIRS);
	table(&s->read_from, PAIRS);
	table(&s->in_this, PAIRS);
	table(&s->paths, PAIRS);
	s->of_address = hd_persist_alloc(ADDRESSES * sizeof(*s->of_address));
	s->pool = hd_persist_alloc(PAIRS * sizeof(*s->pool));
	s->frequency = hd_persist_alloc(PAIRS * sizeof(*s->frequency));
	s->corpus = hd_persist_alloc(CORPUS * sizeof(*s->corpus));
}

static void forget(struct state *s)
{
	hd_shared_forget(&s->shared);
	hd_table_clear(&s->possible);
	hd_table_clear(&s->read_from);
	hd_table_clear(&s->paths);
	memset(s->frequency, 0, PAIRS * sizeof(*s->frequency));
	s->executions = 0;
	s->ncorpus = s->at = s->energy = 0;
}

static bool begin(void *state, const struct hd_begin *b)
{
	struct state *s = state;

	prepare(s);
	if (b->fresh) {
		forget(s);
	}
	s->rng = b->seed;
	s->last = -1;
	s->in_a_row = 0;
	memset(s->priority, 0, sizeof(s->priority));
	s->now.n = 0; // the first execution is not constrained
	if (s->ncorpus > 0) {
		take_next(s);
	}
	for (unsigned i = 0; i < s->now.n; i++) {
		struct constraint *c = &s->now.list[i];
		c->phase = c->negative ? OTHERWISE : OPEN;
		c->fulfilled = false;
		c->address = 0;
	}
	return true;
}

// A thread has come to this operation.
static void reach(struct constraint *c, uint64_t place)
{
	if (!c->negative && !c->fulfilled && c->phase != WRITTEN && place == c->pair.read) {
		c->phase = REACHED_READ;
	} else if (c->negative && place == c->pair.write) {
		c->phase = BEFORE_WRITE;
	}
}

// A thread makes this operation.
static void make(struct constraint *c, uint64_t place, const struct hd_op *op)
{
	bool same = op->object == c->address;

	if (place == c->pair.write) {
		c->phase = WRITTEN;
		c->address = op->object;
	} else if (c->negative) {
		c->phase = c->phase == WRITTEN && same && writes(op->kind) ? OTHERWISE : c->phase;
	} else if (place == c->pair.read) {
		c->fulfilled |= c->phase == WRITTEN && same;
		c->phase = OPEN;
	} else if (c->phase == WRITTEN && same && writes(op->kind)) {
		c->phase = OPEN;
	}
}

// > 0: preferred, < 0: avoided.
static int wish(const struct constraint *c, uint64_t place, const struct hd_op *op)
{
	bool read = place == c->pair.read, write = place == c->pair.write;
	bool other_write = c->phase == WRITTEN && op->object == c->address && writes(op->kind) && !write;

	if (c->fulfilled) {
		return 0;
	}
	switch (c->phase) {
	case REACHED_READ:
		return write ? 1 : read ? -1 : 0;
	case WRITTEN:
		return (read ? 1 : other_write ? -1 : 0) * (c->negative ? -1 : 1);
	case BEFORE_WRITE:
		return write ? -1 : 0;
	case OTHERWISE:
		return read ? 1 : 0;
	default:
		return 0;
	}
}

static int rank(const struct state *s, const struct hd_op *op)
{
	uint64_t place = hd_shared_place(op->site, op->object);
	bool take = false, avoid = false;

	if (!reads(op->kind) && !writes(op->kind)) {
		return 0;
	}
	for (unsigned i = 0; i < s->now.n; i++) {
		int w = wish(&s->now.list[i], place, op);
		take |= w > 0;
		avoid |= w < 0;
	}
	return take - avoid;
}

static void reach_all(struct state *s, unsigned thread)
{
	const struct hd_op *op = &hd_fibers[thread].op;

	for (unsigned i = 0; i < s->now.n && (reads(op->kind) || writes(op->kind)); i++) {
		reach(&s->now.list[i], hd_shared_place(op->site, op->object));
	}
}

static void make_all(struct state *s, unsigned thread)
{
	const struct hd_op *op = &hd_fibers[thread].op;

	for (unsigned i = 0; i < s->now.n && (reads(op->kind) || writes(op->kind)); i++) {
		make(&s->now.list[i], hd_shared_place(op->site, op->object), op);
	}
}

static int best_of(struct state *s, const struct hd_choice *c)
{
	int best = -1, best_rank = 0;

	for (unsigned t = 0; t < hd.nfibers; t++) {
		const struct hd_op *op = &hd_fibers[t].op;
		if (s->priority[t] == 0 || (int)t == s->last ||
			(s->last >= 0 && hd_happens_conflict(op, &s->last_op))) {
			s->priority[t] = 1 | hd_rng(&s->rng);
		}
		if (!hd_set_has(c->enabled, t)) {
			continue;
		}
		bool tired = (int)t == c->current && (c->yielding || s->in_a_row >= LONG_RUN);
		int r = tired ? -2 : rank(s, op);
		if (best < 0 || r > best_rank || (r == best_rank && s->priority[t] > s->priority[best])) {
			best = (int)t;
			best_rank = r;
		}
	}
	return best;
}

static int pick(void *state, const struct hd_choice *c, int64_t *run)
{
	struct state *s = state;
	bool goes_on = c->current_enabled && !c->yielding && s->in_a_row < LONG_RUN &&
		!hd_shared_matters(&s->shared, (unsigned)c->current, &hd_fibers[c->current].op);

	(void)run;
	if (s->last >= 0) {
		reach_all(s, (unsigned)s->last); // only that one has moved
	}
	int next = goes_on ? c->current : best_of(s, c);
	make_all(s, (unsigned)next);
	s->in_a_row = next == s->last && !(s->in_a_row >= LONG_RUN) ? s->in_a_row + 1 : 0;
	s->last = next;
	s->last_op = hd_fibers[next].op;
	return next;
}

static unsigned choose(void *state, unsigned n)
{
	return hd_rng_below(&((struct state *)state)->rng, n);
}

const struct hd_scheduler hd_scheduler_rff = {
	.name = "rff",
	.paper = "Wolff et al., Greybox Fuzzing for Concurrency Testing, ASPLOS 2024",
	.state_size = sizeof(struct state),
	.points = HD_POINTS_ALL,
	.parks_spinners = true,
	.begin = begin,
	.pick = pick,
	.choose = choose,
	.end = end,
};
