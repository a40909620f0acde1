// SPDX-License-Identifier: Apache-2.0
// An exhaustive search by several ranks. Each has a tree; rank 0's begins with the root, the others' with
// nothing. A rank that has nothing to do says so to rank 0, which asks one that is at work to give it a branch.
// What a rank learns of nodes above a branch that it was given goes to the giver, and at last that
// it has been explored. The search is over when all of rank 0's tree is.
//
// Letters from one rank to another arrive in order: a giver knows all that was learned before a branch comes back.
#include "engine/exchange.h"

#include <string.h>

#include "engine/engine.h"
#include "schedule/tree.h"

#define MOST_RANKS 4096
#define MOST_GIVEN 8192 // branches
#define MOST_TAKEN 256
#define NOBODY UINT16_MAX
#define GIVING_MS 1 // between two looks for branches while somebody waits for them
#define USUAL_MS 10

struct branch {
	bool there;
	uint16_t rank;  // who has it, or gave it
	uint32_t leaf;  // its last node in the tree
	uint32_t theirs; // of one that was taken: the giver's number of it
	bool orphaned;  // ... who is lost
};

struct learned {
	uint32_t branch, node;
	char copy[HD_TREE_ROOM];
};

struct explored {
	uint32_t branch, whole;
};

static struct branch given[MOST_GIVEN], taken[MOST_TAKEN];
static unsigned ngiven;
static uint16_t waiting[MOST_RANKS]; // for a branch of this rank's
static unsigned nwaiting;
static bool is_idle; // as rank 0 knows

// Rank 0's: by rank.
static struct {
	bool idle, lost;
	uint16_t giver; // asked to give it a branch; NOBODY
} others[MOST_RANKS];

static unsigned own_rank(void)
{
	return hd_campaign->control->config.rank;
}

static unsigned ranks(void)
{
	unsigned n = hd_campaign->control->config.ranks;
	return n < MOST_RANKS ? n : MOST_RANKS;
}

void hd_branches_begin(void)
{
	if (own_rank() > 0) {
		hd_tree_begin_elsewhere(hd_campaign->tree);
		is_idle = true;
	}
	for (unsigned r = 0; r < ranks(); r++) {
		others[r].idle = r > 0;
		others[r].giver = NOBODY;
	}
}

static struct branch *new_branch(struct branch *list, unsigned most)
{
	for (unsigned i = 0; i < most; i++) {
		if (!list[i].there) {
			return &list[i];
		}
	}
	return NULL;
}

// ---- giving ------------------------------------------------------------------------------------

static void add_waiting(unsigned rank)
{
	if (rank != own_rank() && rank != NOBODY && !is_idle && nwaiting < MOST_RANKS) {
		waiting[nwaiting++] = (uint16_t)rank;
		hd_tree_wait_elsewhere(hd_campaign->tree, true);
	}
}

static void remove_waiting(unsigned i)
{
	waiting[i] = waiting[--nwaiting];
	hd_tree_wait_elsewhere(hd_campaign->tree, false);
}

// False: there is none now.
static bool give_one(void)
{
	static struct {
		uint32_t number;
		char bytes[HD_TREE_BRANCH_BYTES];
	} letter;
	struct branch *b = new_branch(given, MOST_GIVEN);
	size_t size = b && hd_exchange_has_room() ? hd_tree_give(hd_campaign->tree, &b->leaf, letter.bytes) : 0;

	if (size == 0) {
		return false;
	}
	letter.number = (uint32_t)(b - given);
	b->there = true;
	b->rank = waiting[0];
	ngiven++;
	hd_exchange_send(HD_EXCHANGE_BRANCH, b->rank, &letter, sizeof(letter.number) + size);
	remove_waiting(0);
	return true;
}

static bool take_back(struct branch *b, bool whole)
{
	if (!hd_tree_take_back(hd_campaign->tree, b->leaf, whole)) {
		return false;
	}
	b->there = false;
	ngiven--;
	return true;
}

// ---- having been given -------------------------------------------------------------------------

static bool take(unsigned rank, const char *data, size_t size)
{
	struct branch *b = new_branch(taken, MOST_TAKEN);
	struct explored none = {0};
	enum hd_tree_reply reply = HD_TREE_DAMAGED;

	if (size < sizeof(none.branch) || !hd_exchange_has_room()) {
		return size < sizeof(none.branch);
	}
	memcpy(&none.branch, data, sizeof(none.branch));
	if (b) {
		reply = hd_tree_take(hd_campaign->tree, data + sizeof(none.branch), size - sizeof(none.branch),
			&b->leaf);
	}
	if (reply == HD_TREE_DONE) {
		b->there = true;
		b->rank = (uint16_t)rank;
		b->theirs = none.branch;
		b->orphaned = false;
		is_idle = false;
		hd_exchange_send(HD_EXCHANGE_BUSY, 0, NULL, 0);
	} else if (reply == HD_TREE_DAMAGED) {
		hd_exchange_send(HD_EXCHANGE_EXPLORED, rank, &none, sizeof(none)); // not all of it
	}
	return reply != HD_TREE_NOT_NOW;
}

static bool tell_learned(void *data, uint32_t i, const char *copy)
{
	const struct branch *b = data;
	struct learned l = {.branch = b->theirs, .node = i};

	memcpy(l.copy, copy, sizeof(l.copy));
	return b->orphaned || hd_exchange_send(HD_EXCHANGE_LEARNED, b->rank, &l, sizeof(l));
}

static void tend_taken(void)
{
	for (unsigned i = 0; i < MOST_TAKEN; i++) {
		struct branch *b = &taken[i];
		if (!b->there || !hd_exchange_has_room()) {
			continue;
		}
		hd_tree_tell_learned(hd_campaign->tree, b->leaf, tell_learned, b);
		if (hd_tree_is_explored(hd_campaign->tree, b->leaf)) {
			struct explored e = {.branch = b->theirs, .whole = !hd_tree_is_lossy(hd_campaign->tree)};
			b->there = false;
			if (!b->orphaned) {
				hd_exchange_send(HD_EXCHANGE_EXPLORED, b->rank, &e, sizeof(e));
			}
		}
	}
}

// ---- who gives to whom: rank 0 -------------------------------------------------------------------

static void forget_giver(unsigned giver)
{
	for (unsigned r = 0; r < ranks(); r++) {
		others[r].giver = others[r].giver == giver ? NOBODY : others[r].giver;
	}
}

static unsigned next_busy(void)
{
	static unsigned last;

	for (unsigned i = 1; i <= ranks(); i++) {
		unsigned r = (last + i) % ranks();
		if (!others[r].idle && !others[r].lost) {
			last = r;
			return r;
		}
	}
	return NOBODY;
}

static void arrange(void)
{
	for (unsigned r = 0; r < ranks(); r++) {
		uint16_t rank = (uint16_t)r;
		unsigned giver = others[r].idle && others[r].giver == NOBODY && !others[r].lost ? next_busy() : NOBODY;
		if (giver != NOBODY && hd_exchange_send(HD_EXCHANGE_WANTED, giver, &rank, sizeof(rank))) {
			others[r].giver = (uint16_t)giver;
		}
	}
}

// ---- letters --------------------------------------------------------------------------------------

static struct branch *given_to(unsigned rank, uint32_t number)
{
	return number < MOST_GIVEN && given[number].there && given[number].rank == rank ? &given[number] : NULL;
}

static bool take_learned(unsigned rank, const char *data, size_t size)
{
	struct learned l;

	if (size != sizeof(l)) {
		return true;
	}
	memcpy(&l, data, sizeof(l));
	const struct branch *b = given_to(rank, l.branch);
	return !b || hd_tree_take_learned(hd_campaign->tree, b->leaf, l.node, l.copy);
}

static bool take_explored(unsigned rank, const char *data, size_t size)
{
	struct explored e;

	if (size != sizeof(e)) {
		return true;
	}
	memcpy(&e, data, sizeof(e));
	struct branch *b = given_to(rank, e.branch);
	return !b || take_back(b, e.whole);
}

// What it had is lost, and what it gave is explored for nobody.
static bool lose(unsigned lost)
{
	if (lost == NOBODY || lost == own_rank()) {
		return true;
	}
	for (unsigned i = 0; i < MOST_GIVEN; i++) {
		if (given[i].there && given[i].rank == lost && !take_back(&given[i], false)) {
			return false;
		}
	}
	for (unsigned i = 0; i < MOST_TAKEN; i++) {
		taken[i].orphaned |= taken[i].there && taken[i].rank == lost;
	}
	for (unsigned i = nwaiting; i-- > 0;) {
		if (waiting[i] == lost) {
			remove_waiting(i);
		}
	}
	others[lost].lost = true;
	forget_giver(lost);
	hd_tree_lose(hd_campaign->tree); // what it found may be lost, too
	return true;
}

// NOBODY: the letter is damaged.
static unsigned rank_in(const char *data, size_t size)
{
	uint16_t rank = NOBODY;

	if (size == sizeof(rank)) {
		memcpy(&rank, data, sizeof(rank));
	}
	return rank < ranks() ? rank : NOBODY;
}

bool hd_branches_take(enum hd_exchange_kind kind, unsigned rank, const char *data, size_t size)
{
	if (!hd_campaign->tree || rank >= ranks()) {
		return true;
	}
	switch (kind) {
	case HD_EXCHANGE_BRANCH:
		return take(rank, data, size);
	case HD_EXCHANGE_LEARNED:
		return take_learned(rank, data, size);
	case HD_EXCHANGE_EXPLORED:
		return take_explored(rank, data, size);
	case HD_EXCHANGE_IDLE:
		others[rank].idle = true;
		others[rank].giver = NOBODY;
		forget_giver(rank);
		return true;
	case HD_EXCHANGE_BUSY:
		others[rank].idle = false;
		others[rank].giver = NOBODY;
		return true;
	case HD_EXCHANGE_WANTED:
		add_waiting(rank_in(data, size));
		return true;
	case HD_EXCHANGE_LOST:
		return lose(rank_in(data, size));
	case HD_EXCHANGE_OVER:
		hd_tree_end_elsewhere(hd_campaign->tree);
		return true;
	default:
		return true;
	}
}

// ---- now and then ----------------------------------------------------------------------------------

static void tell_if_idle(void)
{
	bool idle = hd_tree_is_idle(hd_campaign->tree, ngiven);

	if (idle == is_idle || !hd_exchange_has_room()) {
		return;
	}
	hd_exchange_send(idle ? HD_EXCHANGE_IDLE : HD_EXCHANGE_BUSY, 0, NULL, 0);
	is_idle = idle;
	while (idle && nwaiting > 0) {
		remove_waiting(nwaiting - 1);
	}
}

unsigned hd_branches_tend(unsigned ms)
{
	if (!hd_campaign->tree) {
		return ms;
	}
	tend_taken();
	while (nwaiting > 0 && give_one()) {
	}
	tell_if_idle();
	if (own_rank() == 0) {
		arrange();
	}
	return nwaiting > 0 ? GIVING_MS : USUAL_MS;
}
