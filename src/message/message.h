// SPDX-License-Identifier: Apache-2.0
// What a harness says, decoded: abi/messages.def has the list. Whoever wrote a message, it
// is decoded: what is missing or of another type is empty, and texts are never NULL unless
// it says so. Texts are borrowed from the JSON value.
//
//   message.c               places, lists of texts, notes, replays
//   done.c                  the end of a campaign
//   finding_decode.c        findings, from a message and from finding.json
//   finding_encode.c        findings, as finding.json and as --json shows them
//   check.c                 is a message as the list says?
#ifndef HD_MESSAGE_MESSAGE_H
#define HD_MESSAGE_MESSAGE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

// A place in the code. Texts are NULL where unknown, numbers are 0.
struct hd_place {
	const char *file, *function;
	const char *variable; // what is accessed there
	const char *callee;   // what is called there
	int line, column;
};

struct hd_texts {
	const char **items;
	size_t count;
};

struct hd_note {
	bool error; // the campaign cannot be carried out
	const char *text;
	bool has_site;
	struct hd_place site;
};

// One execution of a stored schedule.
struct hd_replayed {
	bool same; // the trace that was wanted
	const char *kind, *hash;
};

// False: it is no object, and the place is empty.
bool hd_place_decode(struct hd_place *place, const json_t *site);
// The strings of an array; the array itself lives in the arena.
struct hd_texts hd_texts_decode(struct hd_arena *arena, const json_t *array);
// Copies of them, with the array, in the arena.
struct hd_texts hd_texts_copy(struct hd_arena *arena, const char *const *items, size_t count);
void hd_note_decode(struct hd_note *note, const json_t *message);
void hd_replayed_decode(struct hd_replayed *replayed, const json_t *message);

// An array of things that are objects in an array: decodes each of the `*count` into an item of
// `size` bytes, zeroed before. NULL: there is none.
void *hd_list_decode(struct hd_arena *arena, const json_t *array, size_t size, size_t *count,
	void (*decode)(struct hd_arena *arena, void *item, const json_t *object));

#endif
