// SPDX-License-Identifier: Apache-2.0
// The metrics of a campaign: what is not asked for is not listened to, and workers side by
// side are brought together in the end.
#include "target.h"

#include "engine/engine.h"

#define LOCK 0x1000u
enum { WORKERS = 2 };

static struct hd_control control;
static struct hd_campaign campaign;
static struct hd_worker workers[WORKERS];
static unsigned nworkers;
struct hd_campaign *hd_campaign = &campaign;
struct hd_worker *hd_worker;
uint8_t __heddle_watch;
void (*hd_on_call)(uint16_t function, bool starts);

const struct hd_worker *hd_worker_number(unsigned i)
{
	return i < nworkers ? &workers[i] : NULL;
}

uint64_t hd_campaign_elapsed_ns(void)
{
	return 5;
}

static void begin(const struct hd_scheduler *scheduler, uint32_t measure, unsigned n)
{
	target_reset(2);
	hd.cur = &hd_fibers[1];
	hd.test = 1;
	memset(workers, 0, sizeof(workers));
	nworkers = n;
	control.config.measure = measure;
	campaign = (struct hd_campaign){.control = &control, .scheduler = scheduler};
	for (unsigned i = 0; i < n; i++) {
		hd_metrics_prepare(&workers[i], i > 0 ? &workers[0] : NULL);
	}
	hd_metrics_begin();
}

static void go_on_as(unsigned worker)
{
	hd_worker = &workers[worker];
	hd_metrics_bind();
	hd_metrics_begin_test(NULL, 0);
}

static bool does_nobody_listen(void)
{
	return !hd_observer.access && !hd_observer.synced && !hd_observer.enter && !hd_observer.leave &&
		!hd_observer.branch && !hd_on_call && !__heddle_watch;
}

// An execution that takes a lock at two sites, one after the other.
static void execute(uint64_t number, const struct hd_site *first, const struct hd_site *second)
{
	hd_metrics_begin_execution();
	hd_observer.synced(HD_EV_LOCK, LOCK, first);
	hd_observer.synced(HD_EV_UNLOCK, LOCK, first);
	hd_observer.synced(HD_EV_LOCK, LOCK, second);
	hd_observer.synced(HD_EV_UNLOCK, LOCK, second);
	hd_metrics_end_execution(number, &(struct hd_outcome){0});
}

static const struct hd_site sites[] = {{.file = "a.c", .line = 1}, {.file = "a.c", .line = 2}};
static const struct hd_scheduler indifferent, steering = {.metrics = {&hd_metric_sync_pairs}};
static const uint32_t sync_pairs = 1u << HD_METRIC_sync_pairs, access_patterns = 1u << HD_METRIC_access_patterns;

static void what_nobody_asked_for_costs_nothing(void **state)
{
	(void)state;
	begin(&indifferent, 0, 1);
	go_on_as(0);
	for (unsigned id = 0; id < HD_METRIC_COUNT; id++) {
		assert_null(hd_metric_state(id));
		assert_null(hd_metrics_result(id));
	}
	hd_metrics_begin_execution();
	assert_true(does_nobody_listen());
	hd_metrics_end_execution(0, &(struct hd_outcome){0});
}

static void only_what_is_wanted_is_listened_to(void **state)
{
	(void)state;
	begin(&indifferent, sync_pairs, 1);
	go_on_as(0);
	assert_true(does_nobody_listen());
	hd_metrics_begin_execution();
	assert_non_null(hd_observer.synced);
	hd_observer.synced = NULL;
	assert_true(does_nobody_listen());
	hd_metrics_end_execution(0, &(struct hd_outcome){0});
	assert_true(does_nobody_listen());
}

static void whoever_steers_by_a_metric_gets_it(void **state)
{
	(void)state;
	begin(&steering, 0, 1);
	go_on_as(0);
	assert_non_null(hd_metric_state(HD_METRIC_sync_pairs));
}

static void metrics_of_tests_are_not_measured_of_programs(void **state)
{
	(void)state;
	begin(&indifferent, access_patterns, 1);
	go_on_as(0);
	assert_null(hd_metric_state(HD_METRIC_access_patterns));
}

static void two_workers_together_have_covered_what_one_of_them_has(void **state)
{
	const struct hd_metric *m = &hd_metric_sync_pairs;

	(void)state;
	begin(&indifferent, sync_pairs, WORKERS);
	for (unsigned i = 0; i < WORKERS; i++) {
		go_on_as(i);
		execute(i, &sites[0], &sites[i]); // one after itself; one after the other
		execute(i, &sites[0], &sites[1]);
		assert_int_equal(m->covered(hd_metric_state(HD_METRIC_sync_pairs)), 2 - i);
	}
	assert_int_equal(m->covered(hd_metrics_result(HD_METRIC_sync_pairs)), 2);
}

static void a_worker_goes_on_with_what_the_one_before_it_left(void **state)
{
	(void)state;
	begin(&indifferent, sync_pairs, 1);
	go_on_as(0);
	execute(0, &sites[0], &sites[1]);
	go_on_as(0);
	execute(1, &sites[1], &sites[0]);
	assert_int_equal(hd_metric_sync_pairs.covered(hd_metrics_result(HD_METRIC_sync_pairs)), 2);
}

static void growth_is_noted_when_there_is_some(void **state)
{
	unsigned n;

	(void)state;
	begin(&indifferent, sync_pairs, 1);
	go_on_as(0);
	execute(0, &sites[0], &sites[1]);
	execute(1, &sites[0], &sites[1]);
	execute(2, &sites[1], &sites[0]);
	const struct hd_growth *growth = hd_metrics_growth(HD_METRIC_sync_pairs, &n);
	assert_int_equal(n, 2);
	assert_int_equal(growth[0].execution, 1);
	assert_int_equal(growth[0].covered, 1);
	assert_int_equal(growth[1].execution, 3);
	assert_int_equal(growth[1].covered, 2);
	assert_int_equal(growth[1].ns, 5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_nobody_asked_for_costs_nothing),
		cmocka_unit_test(only_what_is_wanted_is_listened_to),
		cmocka_unit_test(whoever_steers_by_a_metric_gets_it),
		cmocka_unit_test(metrics_of_tests_are_not_measured_of_programs),
		cmocka_unit_test(two_workers_together_have_covered_what_one_of_them_has),
		cmocka_unit_test(a_worker_goes_on_with_what_the_one_before_it_left),
		cmocka_unit_test(growth_is_noted_when_there_is_some),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
