// SPDX-License-Identifier: Apache-2.0
// Who is told of what during an execution, with metrics of the test's own: one that wants to hear
// of a thread that is alone, and one that does not.
#include "target.h"

#include "abi/api.h"
#include "engine/engine.h"

const struct hd_api __heddle_api;
static struct hd_control control;
static struct hd_campaign campaign = {.control = &control};
static struct hd_worker worker;
static const struct hd_scheduler scheduler;
struct hd_campaign *hd_campaign = &campaign;
struct hd_worker *hd_worker = &worker;
uint8_t __heddle_watch;
void (*hd_on_call)(uint16_t function, bool starts);
void *hd_metric_states[HD_METRIC_COUNT];
const char *const hd_metric_names[HD_METRIC_COUNT];

const struct hd_worker *hd_worker_number(unsigned i)
{
	return i == 0 ? &worker : NULL;
}

uint64_t hd_campaign_elapsed_ns(void)
{
	return 0;
}

struct heard {
	unsigned accesses, branches;
};

static void access(void *state, const struct hd_op *op)
{
	(void)op;
	((struct heard *)state)->accesses++;
}

static void branch(void *state, const struct hd_site *site, uint64_t a, uint64_t b, uint32_t predicate)
{
	(void)site, (void)a, (void)b, (void)predicate;
	((struct heard *)state)->branches++;
}

static unsigned from_the_beginning(void *state, unsigned events)
{
	(void)state;
	return events | HD_HEARS_ALONE;
}

enum { EAGER, USUAL };
static const struct hd_metric eager = {.state_size = sizeof(struct heard),
	.begin_execution = from_the_beginning,
	.access = access,
	.branch = branch};
static const struct hd_metric usual = {.state_size = sizeof(struct heard), .access = access};
const struct hd_metric *const hd_metrics[HD_METRIC_COUNT] = {[EAGER] = &eager, [USUAL] = &usual};

static const struct heard *heard_by(unsigned id)
{
	return hd_metric_states[id];
}

static void begin(uint32_t measure)
{
	static const struct hd_subject subject;

	target_reset(2);
	memset(&worker, 0, sizeof(worker));
	campaign.scheduler = &scheduler;
	control.config.measure = measure;
	hd_metrics_prepare(&worker, NULL);
	hd_metrics_bind();
	hd_metrics_begin_test(&subject, 2);
	hd_metrics_begin_execution();
}

static void a_thread_alone_is_told_of_to_who_asked(void **state)
{
	const struct hd_op op = {.kind = HD_EV_READ};

	(void)state;
	begin(1u << EAGER | 1u << USUAL);
	assert_true(hd_observer.alone);
	assert_int_equal(__heddle_watch, HD_WATCH_BRANCHES); // from the beginning on
	hd.single = true;
	hd_observer.access(&op);
	assert_int_equal(heard_by(EAGER)->accesses, 1);
	assert_int_equal(heard_by(USUAL)->accesses, 0);
	hd.single = false;
	hd_observer.access(&op);
	assert_int_equal(heard_by(EAGER)->accesses, 2);
	assert_int_equal(heard_by(USUAL)->accesses, 1);
	hd_observer.branch(NULL, 0, 0, HD_COMPARE_NE);
	assert_int_equal(heard_by(EAGER)->branches, 1);
	hd_metrics_end_execution(0, &(struct hd_outcome){0});
	assert_false(hd_observer.alone);
	assert_int_equal(__heddle_watch, 0);
}

static void nobody_pays_for_it_otherwise(void **state)
{
	(void)state;
	begin(1u << USUAL);
	assert_false(hd_observer.alone);
	assert_non_null(hd_observer.access);
	assert_null(hd_observer.branch);
	assert_int_equal(__heddle_watch, 0);
	hd_metrics_end_execution(0, &(struct hd_outcome){0});
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_thread_alone_is_told_of_to_who_asked),
		cmocka_unit_test(nobody_pays_for_it_otherwise),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
