// SPDX-License-Identifier: Apache-2.0
// Branches of a search that go from rank to rank (engine/branches.c, schedule/tree_branch.c).
#include "target.h"

#include "engine/engine.h"
#include "engine/exchange.h"
#include "schedule/tree.h"

#define DEPTH 2500 // of a path; too long for a letter
#define DEEP 2400

static struct hd_control control;
static struct hd_campaign campaign;
struct hd_campaign *hd_campaign = &campaign;
struct hd_worker *hd_worker;

// ---- letters that are sent -----------------------------------------------------------------------

static unsigned nbranches, branch_to;
static size_t branch_size;

bool hd_exchange_has_room(void)
{
	return true;
}

bool hd_exchange_send(enum hd_exchange_kind kind, unsigned rank, const void *data, size_t size)
{
	(void)data;
	if (kind == HD_EXCHANGE_BRANCH) {
		nbranches++;
		branch_to = rank;
		branch_size = size;
	}
	return true;
}

// ---- a search ------------------------------------------------------------------------------------

struct node {
	uint32_t answer, left;
};

static bool take_up(const void *state, void *node)
{
	struct node *n = node;

	(void)state;
	n->answer += n->left > 0;
	return n->left > 0 && n->left--;
}

static bool has_more(const void *state, const void *node)
{
	(void)state;
	return ((const struct node *)node)->left > 0;
}

static void keep_one(void *node)
{
	((struct node *)node)->left = 0;
}

static const struct hd_tree_kind kind = {.size = sizeof(struct node),
	.take_up = take_up,
	.has_more = has_more,
	.keep_one = keep_one};
static struct node path[DEPTH];
static struct hd_walk walk;

static bool give_up(void)
{
	return false;
}

// Rank 0 of three. A worker had the root, and left alternatives at these depths.
static void begin(unsigned first, unsigned second)
{
	uint32_t length;

	memset(path, 0, sizeof(path));
	memset(&walk, 0, sizeof(walk));
	control.config.ranks = 3;
	campaign = (struct hd_campaign){.control = &control, .tree = hd_tree_create()};
	hd_branches_begin();
	walk.kind = &kind;
	walk.path = (char *)path;
	hd_tree_enter(campaign.tree, &walk, DEPTH);
	assert_true(hd_tree_next(campaign.tree, &walk, 0, &length, give_up));
	path[first].left = path[second].left = 1;
	hd_tree_leave(campaign.tree, &walk, 0, DEPTH);
	nbranches = 0;
}

static void want(const void *data, size_t size)
{
	assert_true(hd_branches_take(HD_EXCHANGE_WANTED, 0, data, size));
	hd_branches_tend(100);
}

// ---- tests ----------------------------------------------------------------------------------------

// Whoever is asked for a branch by a damaged letter gives none, least of all to itself.
static void damaged_requests_get_nothing(void **state)
{
	const uint16_t own = 0, none = 3, other = 2;

	(void)state;
	begin(1, 5);
	want(&own, sizeof(own));
	want(&none, sizeof(none));
	want(&other, 1);
	want(NULL, 0);
	assert_int_equal(nbranches, 0);
	want(&other, sizeof(other));
	assert_int_equal(nbranches, 1);
	assert_int_equal(branch_to, other);
}

// An open node that is too deep does not keep others from being given away.
static void what_is_too_deep_hides_nothing(void **state)
{
	const uint16_t other = 1;

	(void)state;
	begin(1, DEEP);
	want(&other, sizeof(other));
	assert_int_equal(nbranches, 1);
	assert_int_equal(branch_size, sizeof(uint32_t) + 2 * 2 * sizeof(struct node));
	want(&other, sizeof(other)); // only the deep one is left
	assert_int_equal(nbranches, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(damaged_requests_get_nothing),
		cmocka_unit_test(what_is_too_deep_hides_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
