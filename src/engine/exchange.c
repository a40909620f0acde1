// SPDX-License-Identifier: Apache-2.0
// Letters to and from other ranks, and goals that go with them: what one rank has covered, the others need not.
//
// Each rank tells rank 0 what is new with it, which tells all what is new with anybody. A goal is news when it is first
// heard of, when it is first covered, and when what else is known of it (a metric may count tries) has
// doubled. So what is sent is bounded by the goals there are, not by the executions. It is sent
// seldom, and ever more seldom if looking for it takes long: at most a hundredth of the time.
//
// Metrics that all workers share take goals here. Those that each worker has for itself are taken by the workers, between
// executions, from a list that only grows.
#include "engine/exchange.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

#include "engine/engine.h"
#include "runtime/table.h"

// Goals are told often in the beginning, when everything is new, and then more and more seldom.
#define FIRST_NS 10000000u
#define LAST_NS 500000000u
#define LATER 4        // each pause may be so much of the time since the beginning
#define LEAST_IDLE 100 // a pause is so many times as long as telling takes
#define TOLD (1u << 22)     // capacity for goals
#define BATCH 4096          // goals of a letter
#define WATCH_MS 100
#define MOST_RECEIVED (1u << 18)

struct goal {
	uint64_t metric, goal, value;
};

// For workers with states of their own; in memory that all share.
static struct received {
	_Atomic unsigned n;
	struct goal goals[MOST_RECEIVED];
} *received;

static struct hd_table told;
static uint64_t *told_values;
static struct goal batch[BATCH];
static unsigned nbatch;
static uint64_t first_ns, next_ns; // goals were first told, are to be told again
static unsigned metric_at_hand;

bool hd_exchange_is_on(void)
{
	return hd_campaign->control->config.ranks > 1;
}

void hd_exchange_begin(void)
{
	if (!hd_exchange_is_on()) {
		return;
	}
	received = hd_persist_alloc(sizeof(*received));
	hd_table_init(&told, hd_private_alloc(TOLD * sizeof(*told.entries)), TOLD);
	told_values = hd_private_alloc(TOLD / 2 * sizeof(*told_values) + sizeof(*told_values));
	if (hd_campaign->tree) {
		hd_branches_begin();
	}
}

// ---- letters ------------------------------------------------------------------------------------

bool hd_exchange_has_room(void)
{
	return hd_ring_room(&hd_campaign->control->to_ranks) >= HD_LETTER_MOST + sizeof(struct hd_letter);
}

bool hd_exchange_send(enum hd_exchange_kind kind, unsigned rank, const void *data, size_t size)
{
	const struct hd_letter f = {.size = (uint32_t)size, .kind = (uint16_t)kind, .rank = (uint16_t)rank};

	if (rank == hd_campaign->control->config.rank) {
		return hd_branches_take(kind, rank, data, size);
	}
	return hd_ring_put(&hd_campaign->control->to_ranks, &f, data);
}

// ---- goals ---------------------------------------------------------------------------------------

static bool are_metrics_there(void)
{
	return !&__heddle_api || hd_campaign->learned == 2;
}

static bool is_news(uint64_t metric, uint64_t goal, uint64_t value)
{
	uint32_t known = told.n, i = hd_table_number(&told, goal * 0x9e3779b97f4a7c15ull + metric);

	if (i == HD_TABLE_NONE) {
		return false;
	}
	uint64_t before = i < known ? told_values[i] : 0;
	bool covered = value >> 32 && !(before >> 32), doubled = (uint32_t)value / 2 >= (uint32_t)before;
	if (i < known && !covered && !(doubled && (uint32_t)value > 0)) {
		return false;
	}
	told_values[i] = value;
	return true;
}

static void send_batch(void)
{
	unsigned rank = hd_campaign->control->config.rank > 0 ? 0 : HD_ALL_RANKS;

	if (nbatch > 0 && hd_exchange_send(HD_EXCHANGE_GOALS, rank, batch, nbatch * sizeof(*batch))) {
		nbatch = 0;
	}
}

// What finds no room is never told; the end of a campaign tells all.
static void add_to_batch(uint64_t metric, uint64_t goal, uint64_t value)
{
	if (nbatch == BATCH) {
		send_batch();
	}
	if (nbatch < BATCH) {
		batch[nbatch++] = (struct goal){metric, goal, value};
	}
}

static void tell_goal(uint64_t goal, uint64_t value)
{
	if (is_news(metric_at_hand, goal, value)) {
		add_to_batch(metric_at_hand, goal, value);
	}
}

static void begin_metric(unsigned id)
{
	metric_at_hand = id;
}

static uint64_t cpu_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static uint64_t pause_after(uint64_t took, uint64_t since)
{
	uint64_t pause = since / LATER < FIRST_NS ? FIRST_NS : since / LATER < LAST_NS ? since / LATER : LAST_NS;

	return pause > took * LEAST_IDLE ? pause : took * LEAST_IDLE;
}

static void tell_goals(void)
{
	uint64_t now = hd_campaign_elapsed_ns(), before = cpu_ns();

	if (now < next_ns || !are_metrics_there()) {
		return;
	}
	if (hd_exchange_has_room()) {
		hd_metrics_news(begin_metric, tell_goal);
		send_batch();
	}
	first_ns = first_ns ? first_ns : now;
	next_ns = now + pause_after(cpu_ns() - before, now - first_ns);
}

static void take_goals(const char *data, size_t size)
{
	for (; size >= sizeof(struct goal); data += sizeof(struct goal), size -= sizeof(struct goal)) {
		struct goal g;
		memcpy(&g, data, sizeof(g));
		if (g.metric >= HD_METRIC_COUNT || !is_news(g.metric, g.goal, g.value)) {
			continue;
		}
		if (hd_campaign->control->config.rank == 0) {
			add_to_batch(g.metric, g.goal, g.value);
		}
		unsigned n = received->n;
		if (!hd_metrics_take_shared((unsigned)g.metric, g.goal, g.value) && n < MOST_RECEIVED) {
			received->goals[n] = g;
			received->n = n + 1;
		}
	}
}

void hd_exchange_take_own(void)
{
	for (unsigned n = received->n; hd_worker->received < n; hd_worker->received++) {
		const struct goal *g = &received->goals[hd_worker->received];
		hd_metrics_take_own((unsigned)g->metric, g->goal, g->value);
	}
}

// ---- now and then ----------------------------------------------------------------------------------

static unsigned nlost; // ranks that are gone, or through
static bool is_known_loss; // the letter at hand was counted

// One that cannot be dealt with now waits, and all behind it.
static bool take_letter(const struct hd_letter *f, const char *data)
{
	if (f->kind == HD_EXCHANGE_LOST && !is_known_loss) {
		nlost++;
		is_known_loss = true;
	}
	if (f->kind != HD_EXCHANGE_GOALS) {
		return hd_branches_take((enum hd_exchange_kind)f->kind, f->rank, data, f->size);
	}
	if (!are_metrics_there()) {
		return false;
	}
	take_goals(data, f->size);
	return true;
}

static void take_letters(void)
{
	static struct hd_letter letter;
	static char data[HD_LETTER_MOST];
	static bool waits;

	while (waits || hd_ring_take(&hd_campaign->control->from_ranks, &letter, data)) {
		waits = !take_letter(&letter, data);
		if (waits) {
			return;
		}
		is_known_loss = false;
	}
}

unsigned hd_exchange_tend(unsigned ms)
{
	if (!hd_exchange_is_on()) {
		return ms;
	}
	take_letters();
	tell_goals();
	uint64_t pause_ms = pause_after(0, hd_campaign_elapsed_ns() - first_ns) / 1000000;
	return hd_branches_tend(pause_ms < ms ? (unsigned)pause_ms : ms);
}

// Goals go through rank 0, also when its own share is done.
static void serve_others(void)
{
	while (nlost + 1 < hd_campaign->control->config.ranks && !hd_campaign_is_late()) {
		usleep(hd_exchange_tend(WATCH_MS) * 1000);
	}
}

void hd_exchange_end(void)
{
	const struct hd_campaign *c = hd_campaign;

	if (!hd_exchange_is_on()) {
		return;
	}
	next_ns = 0;
	tell_goals();
	if (c->control->config.rank == 0 && !c->tree && strcmp(c->reason, "budget") == 0) {
		serve_others();
	}
}
