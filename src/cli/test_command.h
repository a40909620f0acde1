// SPDX-License-Identifier: Apache-2.0
// What heddle test and heddle reproduce have in common: files -> API model -> harness -> campaign.
#ifndef HD_CLI_TEST_COMMAND_H
#define HD_CLI_TEST_COMMAND_H

#include "cli/session.h"

// What to do with the campaign, which is configured and has not begun.
typedef enum hd_status hd_test_action(struct hd_session *session, void *context, struct hd_error *error);

enum hd_status hd_test_command(struct hd_options *options, hd_test_action *action, void *context,
	struct hd_error *error);

#endif
