// SPDX-License-Identifier: Apache-2.0
// Names as words: queue_push_back and queuePushBack are both "queue push back".
#ifndef HD_API_WORDS_H
#define HD_API_WORDS_H

#include <stdbool.h>
#include <stddef.h>

enum { HD_MAX_WORDS = 10 };

// Lower case. Excess words are joined to the last one.
struct hd_words {
	size_t count;
	const char *items[HD_MAX_WORDS];
	char text[120];
};

void hd_words_split(struct hd_words *words, const char *name);
// The words of a type's name without suffixes such as _t, _s, _handle.
void hd_words_split_type(struct hd_words *words, const char *name);
void hd_words_copy(struct hd_words *to, const struct hd_words *from);
// Removes the first run of words that spells `part` when joined ("hashtable"
// matches "hash table"). False: there is none.
bool hd_words_remove(struct hd_words *words, const struct hd_words *part);
// Does `words` start with it, in the same sense?
bool hd_words_begin(const struct hd_words *words, const struct hd_words *part);
void hd_words_drop_first(struct hd_words *words);

// list: NULL at the end.
bool hd_word_in(const char *word, const char *const *list);
// Is any of the words in the list?
bool hd_words_any(const struct hd_words *words, const char *const *list);
// Is the first or the last of them in the list?
bool hd_words_end(const struct hd_words *words, const char *const *list);

#endif
