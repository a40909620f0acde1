// SPDX-License-Identifier: Apache-2.0
// The current program, main() or a generated test, and how it is executed.
#include "engine/engine.h"

int __heddle_main(int argc, char **argv, char **envp) __attribute__((weak));

static void *run_main(void *unused)
{
	struct hd_campaign *c = hd_campaign;

	(void)unused;
	hd_process_exit(__heddle_main(c->argc, hd_args_fresh(), c->envp), true, NULL);
}

struct hd_run hd_program_run(void)
{
	bool tests = &__heddle_api != NULL;

	return (struct hd_run){
		.entry = tests ? hd_test_entry : run_main,
		.arg = tests ? &hd_worker->test : NULL,
		.oracles = hd_campaign->control->config.oracles,
		.is_known_fault = hd_known_fault,
		.is_known_race = hd_known_race,
		.reuse = hd_worker->reuse,
		.fills_stacks = hd_program_fills_stacks(),
	};
}

bool hd_program_fills_stacks(void)
{
	return hd_campaign->fills || hd_worker->confirms;
}

const struct hd_record *hd_program_execute(const struct hd_run *run)
{
	const struct hd_record *r = hd_execute(run);

	if (&__heddle_api) {
		hd_tests_judge();
	}
	return r;
}

struct hd_run hd_program_replay_run(const struct hd_schedule *s, const struct hd_fault *expected)
{
	static struct hd_replay state;
	struct hd_run run = hd_program_run();

	state = (struct hd_replay){.schedule = s};
	run.scheduler = &hd_scheduler_replay;
	run.state = &state;
	run.expected = expected;
	run.eager = s->eager;
	run.reuse = s->reuse;
	if (!&__heddle_api && expected && expected->kind == HD_VERDICT_LEAK) {
		run.oracles |= HD_ORACLE_LEAK;
	}
	return run;
}

const struct hd_record *hd_program_replay(const struct hd_schedule *s, const struct hd_fault *expected, bool trace)
{
	struct hd_run run = hd_program_replay_run(s, expected);

	run.trace = trace;
	return hd_program_execute(&run);
}

bool hd_same_fault(const struct hd_fault *a, const struct hd_fault *b)
{
	return a->kind == b->kind && a->key == b->key;
}
