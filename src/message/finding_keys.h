// SPDX-License-Identifier: Apache-2.0
// Keys that finding.json has and the message has not (abi/messages.h).
#ifndef HD_MESSAGE_FINDING_KEYS_H
#define HD_MESSAGE_FINDING_KEYS_H

#include "abi/messages.h"

HD_DEFINE_KEY(stored, id, text)
HD_DEFINE_KEY(stored, details, list) // one text in the message
HD_DEFINE_KEY(stored, location, object)
HD_DEFINE_KEY(stored, stack, list)
HD_DEFINE_KEY(stored, executions_to_find, number)
HD_DEFINE_KEY(stored, seconds_to_find, real)
HD_DEFINE_KEY(stored, lines, object)
HD_DEFINE_KEY(stored, dir, text)
HD_DEFINE_KEY(stored, strategy, text)
HD_DEFINE_KEY(stored, replay, object)

HD_DEFINE_KEY(origin, command, text)
HD_DEFINE_KEY(origin, hints, list)
HD_DEFINE_KEY(origin, harness, text)
HD_DEFINE_KEY(origin, code, text)
HD_DEFINE_KEY(origin, directory, text)
HD_DEFINE_KEY(origin, sources, list)
HD_DEFINE_KEY(origin, cflags, list)
HD_DEFINE_KEY(origin, libs, list)
HD_DEFINE_KEY(origin, packages, list)
HD_DEFINE_KEY(origin, build_directory, text)
HD_DEFINE_KEY(origin, args, list)
HD_DEFINE_KEY(origin, oracles, list)
HD_DEFINE_KEY(origin, spurious, flag)
HD_DEFINE_KEY(origin, steps, number)
HD_DEFINE_KEY(origin, heap, number)
HD_DEFINE_KEY(origin, hang_ms, number)
HD_DEFINE_KEY(origin, sandbox, text)

#endif
