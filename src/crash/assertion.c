// SPDX-License-Identifier: Apache-2.0
//   server: src/queue.c:134: queue_pop: Assertion `q->count > 0' failed.
//   server: src/queue.c:134: struct item *queue_pop(queue *): Assertion `q->count > 0' failed.
//
// The function that tells of a failed assertion does not return, so in an optimised build what follows the
// call may be another function, and tools that go by the return address see no caller.
#include "crash/assertion.h"

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
		if (read_message(lines->items[i], &place)) {
			hd_crash_add_frame(stacks, &place);
			return;
		}
	}
}
