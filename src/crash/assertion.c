// SPDX-License-Identifier: Apache-2.0
//   server: src/queue.c:134: queue_pop: Assertion `q->count > 0' failed.
//   server: src/queue.c:134: struct item *queue_pop(queue *): Assertion `q->count > 0' failed.
//   #5 0x7ffff7e05ec2 in __assert_fail (assertion=0x5 "...", file=0x6 "src/queue.c", line=134, function=0x7 "queue_pop")
//
// The function that tells of a failed assertion does not return, so in an optimised build what follows the
// call may be another function, and tools that go by the return address see no caller.
#include "crash/assertion.h"

#include <limits.h>

#include "crash/blame.h"

// "struct item *queue_pop(queue *)": queue_pop
static struct hd_piece name_in(struct hd_piece declaration)
{
	const char *open = memchr(declaration.at, '(', declaration.length);
	struct hd_piece name = hd_piece_trim(open ? hd_piece(declaration.at, open) : declaration);
	const char *end = name.at + name.length, *start = end;
	while (start > name.at && (isalnum((unsigned char)start[-1]) || start[-1] == '_')) {
		start--;
	}
	return hd_piece(start, end);
}

// False: the line is not of an assertion, or says no function.
static bool read_message(const char *line, struct hd_crash_place *place)
{
	const char *end = strstr(line, ": Assertion `");
	*place = (struct hd_crash_place){0};
	for (const char *colon; end && (colon = strstr(line, ": ")) < end; line = colon + 2) {
		if (hd_split_place(hd_piece(line, colon), &place->file, &place->line)) {
			place->function = name_in(hd_piece(colon + 2, end));
			return place->function.length > 0;
		}
	}
	return false;
}

// What follows an argument's name in a debugger's frame; NULL: it has none such.
static const char *find_argument(const char *line, const char *name)
{
	const char *found = NULL;
	for (const char *at = line; (at = strstr(at, name)); at += strlen(name)) {
		found = at + strlen(name);
	}
	return found;
}

// The string that an argument is: "=0x55 <name> \"text\"".
static struct hd_piece string_argument(const char *line, const char *name)
{
	const char *at = find_argument(line, name);
	const char *start = at ? strchr(at, '"') : NULL, *next = at ? strstr(at, ", ") : NULL;
	const char *end = start && (!next || start < next) ? strchr(start + 1, '"') : NULL;
	return end ? hd_piece(start + 1, end) : (struct hd_piece){0};
}

// False: the line is not a debugger's frame of an assertion, or says no function.
static bool read_arguments(const char *line, struct hd_crash_place *place)
{
	const char *number = find_argument(line, ", line=");
	uint64_t value = 0;
	*place = (struct hd_crash_place){0};
	if (!strstr(line, "__assert_fail") || !number) {
		return false;
	}
	hd_skip_text(&number, "line@entry=");
	place->line = hd_skip_number(&number, &value) && value < INT_MAX ? (unsigned)value : 0;
	place->file = string_argument(line, ", file=");
	struct hd_piece function = string_argument(line, ", function=");
	place->function = function.length > 0 ? name_in(function) : function;
	return place->function.length > 0;
}

// The thread whose stack ends where a failed assertion is told of; NULL: none.
static struct hd_crash_thread *thread_without_caller(struct hd_crash *crash)
{
	for (size_t i = 0; i < crash->count; i++) {
		struct hd_crash_thread *thread = &crash->threads[i];
		if (thread->crashed && hd_crash_is_assertion(&thread->frames[thread->count - 1])) {
			return thread;
		}
	}
	return NULL;
}

void hd_crash_add_asserting(struct hd_crash_stacks *stacks, const struct hd_crash_lines *lines)
{
	struct hd_crash_place place;
	stacks->thread = thread_without_caller(&stacks->crash);
	for (size_t i = 0; stacks->thread && i < lines->count; i++) {
		if (read_message(lines->items[i], &place) || read_arguments(lines->items[i], &place)) {
			hd_crash_add_frame(stacks, &place);
			return;
		}
	}
}
