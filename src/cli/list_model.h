// SPDX-License-Identifier: Apache-2.0
// heddle test --list-model: the static model as a harness sees it.
#ifndef HD_CLI_LIST_MODEL_H
#define HD_CLI_LIST_MODEL_H

#include "base/error.h"
#include "cli/session.h"

// Prints the model of the classes of a configured session, whose harness is built.
// Only asks: session->outcome has the answer.
enum hd_status hd_list_model_ask(struct hd_session *session, struct hd_error *error);
enum hd_status hd_list_model(struct hd_session *session, struct hd_error *error);

#endif
