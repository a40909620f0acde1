// SPDX-License-Identifier: Apache-2.0
// Values of options: numbers with units, and names out of the ABI's lists.
#ifndef HD_CLI_VALUES_H
#define HD_CLI_VALUES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/strv.h"

// All return false (or an error) on anything but a complete value.
bool hd_value_number(const char *text, uint64_t *number);
// "500ms", "30s", "2m", "1h", "1.5" (seconds), in milliseconds.
bool hd_value_time(const char *text, uint64_t *milliseconds);
// "4096", "64k", "512M", "1G", in bytes.
bool hd_value_size(const char *text, uint64_t *bytes);

// Oracles: names separated by commas or blanks, or "all".
enum hd_status hd_value_oracles(const char *text, uint32_t *mask, struct hd_error *error);
uint32_t hd_value_default_oracles(void);
void hd_value_oracle_names(uint32_t mask, struct hd_strv *names);

// Pruning strategies of heddle reproduce: names separated by commas, or "all", or "none".
enum hd_status hd_value_prunings(const char *text, uint32_t *mask, struct hd_error *error);

// Is it the name of a scheduler that can be requested?
enum hd_status hd_value_schedule(const char *text, struct hd_error *error);
void hd_value_print_schedules(void);
// Does this scheduler make every schedule, and then end? Only those that --bound allows?
bool hd_value_is_exhaustive(const char *schedule);
bool hd_value_is_bounded(const char *schedule);
// The scheduler that a test strategy runs under unless another is asked for.
const char *hd_value_scheduler_of(const char *strategy);
// Does a test strategy need hooks that follow the flow of control?
bool hd_value_needs_flow(const char *strategy);
// Is it the name of a test strategy?
enum hd_status hd_value_strategy(const char *text, struct hd_error *error);
void hd_value_print_strategies(void);
// Adds the metric to the mask; '-' may stand for '_'.
enum hd_status hd_value_metric(const char *text, bool of_program, uint32_t *mask, struct hd_error *error);

#endif
