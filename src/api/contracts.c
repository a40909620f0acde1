// SPDX-License-Identifier: Apache-2.0
// What may be concurrent on one object: what hints and comments say of a class, and what
// names say of its functions. What code says, locks and atomics, the harness knows
// (gen/contract.c); documentation wins over it.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "api/lexicon.h"
#include "api/model.h"

static const char *const spsc_phrases[] = {"single producer", "single-producer", "one producer", "spsc", "mpsc", "spmc",
	"single consumer", "single-consumer", "one consumer", "one thread writes and one", "one writer and one reader",
	"one reader and one writer", "one writer thread and one reader", "one reader thread and one writer",
	"single writer and single reader", "single reader and single writer", "single writer and a single reader",
	"single reader and a single writer", "single-writer single-reader", "single-reader single-writer",
	"single-writer, single-reader", "single-reader, single-writer", "one reading and the other writing",
	"one writing and the other reading", NULL};
static const char *const many_producers[] = {"mpsc", "multiple producers", "several producers", "many producers",
	"any number of producers", "multi-producer", "multi producer", NULL};
static const char *const many_consumers[] = {"spmc", "multiple consumers", "several consumers", "many consumers",
	"any number of consumers", "multi-consumer", "multi consumer", NULL};
static const char *const read_phrases[] = {"concurrent read", "concurrent lookup", "concurrent quer",
	"concurrently read", "read concurrently", "looked up concurrently", "threads may read", "threads can read",
	"read by several threads", "read by many threads", "read by multiple threads", "read from several threads",
	"read from multiple threads", "readers may run", "lookups may run", "lookups are safe", "reads are safe",
	"reading is thread-safe", "reading is thread safe", NULL};
static const char *const counted_phrases[] = {"ref and unref", "references may be", "references can be",
	"reference may be", "reference count is atomic", "reference counting is", "only the reference count",
	"atomic reference count", "retain and release", "owns a reference", "own a reference", "holds a reference",
	"hold a reference", "own reference", NULL};
static const char *const locked_phrases[] = {"between lock and unlock", "holding the lock", "hold the lock",
	"holds the lock", "with the lock held", "while locked", "must be locked", "must lock", "after locking", NULL};
static const char *const owned_phrases[] = {"one thread at a time", "shared between threads", "its own thread",
	"each thread its own", "one per thread", "each thread has its own", "each thread needs its own",
	"different objects", "distinct objects", "separate objects", "owned by one thread", NULL};
static const char *const shared_phrases[] = {"thread-safe", "thread safe", "threadsafe", "mt-safe", "multithread-safe",
	"thread safety", "from any thread", "by any thread", "any thread may", "any thread can",
	"any number of threads", "from several threads", "from multiple threads", "from different threads",
	"by several threads", "by multiple threads", "by many threads", "several threads", "multiple threads",
	"many threads", "safe for concurrent", "concurrent use", "concurrently", NULL};
static const char *const reentry_phrases[] = {"must not call", "may not call", "must not use", "not call back",
	"not reentrant", "not re-entrant", "not be called from a callback", "not be called from within",
	"not be called by the callback", "not re-enter", "not reenter", "cannot call", "never call", NULL};
static const char *const first_phrases[] = {"must be called", "has to be called", "needs to be called",
	"should be called before", "should be called first", "call this first", "call this before", "call it first",
	"call it before", "call first", "called first", "called before any", "called once before", "before any other",
	"before all other", "before using", "before anything else", "before the first", NULL};

// Is what is said here denied: "not thread-safe", "is never safe for"?
static bool is_denied(const char *text, const char *at)
{
	static const char *const denials[] = {"not", "non", "never", "no", "isn't", "aren't", "without", "neither",
		"cannot", "un"};
	const char *from = at;
	for (unsigned words = 0; from > text && words < 4; from--) {
		if (from[-1] == '.' || from[-1] == ';' || from[-1] == ':') {
			break;
		}
		words += from[-1] == ' ';
	}
	char *before = hd_copy_bytes(from, (size_t)(at - from)), *rest = before;
	bool denied = false;
	for (char *word; (word = strsep(&rest, " -,(")) != NULL;) {
		for (size_t i = 0; i < sizeof(denials) / sizeof(*denials); i++) {
			denied |= strcmp(word, denials[i]) == 0;
		}
	}
	free(before);
	return denied;
}

// The phrase that a text has and does not deny; NULL: none.
static const char *find_phrase(const char *text, const char *const *phrases)
{
	for (; *phrases; phrases++) {
		for (const char *at = text; (at = strstr(at, *phrases)) != NULL; at++) {
			if (!is_denied(text, at)) {
				return *phrases;
			}
		}
	}
	return NULL;
}

static bool has_roles(const struct hd_api_model *model, uint16_t class, enum hd_api_role role)
{
	for (size_t i = 0; i < model->nfunctions; i++) {
		if (model->functions[i].is.class == class && model->functions[i].is.role == role) {
			return true;
		}
	}
	return false;
}

static bool has_brackets(const struct hd_api_model *model, uint16_t class)
{
	unsigned seen = 0;
	for (size_t i = 0; i < model->nfunctions; i++) {
		const struct hd_api_function *function = &model->functions[i].is;
		seen |= function->class == class ? function->bracket : 0;
	}
	return seen == (HD_BRACKET_OPENS | HD_BRACKET_CLOSES);
}

// ---- what comments say --------------------------------------------------------------------

static void promise(struct hd_api_model *model, struct hd_model_class *class, enum hd_api_contract contract,
	const char *phrase)
{
	class->is.contract = (uint8_t)contract;
	class->is.promised = true;
	class->is.promise = hd_arena_format(&model->arena, "documented: \"%s\"", phrase);
}

// From the most special to the most general: "one producer" is also said of threads. Text in
// lower case, without line breaks.
static bool take_text(struct hd_api_model *model, uint16_t index, const char *text)
{
	struct hd_model_class *class = &model->classes[index];
	const char *phrase;
	if ((phrase = find_phrase(text, spsc_phrases)) != NULL) {
		class->many = (find_phrase(text, many_producers) ? HD_SIDE_PRODUCER : 0) |
			(find_phrase(text, many_consumers) ? HD_SIDE_CONSUMER : 0);
		promise(model, class, HD_CONTRACT_SPSC, phrase);
	} else if (has_brackets(model, index) && (phrase = find_phrase(text, locked_phrases)) != NULL) {
		promise(model, class, HD_CONTRACT_LOCKED, phrase);
	} else if (has_roles(model, index, HD_API_UNREF) && (phrase = find_phrase(text, counted_phrases)) != NULL) {
		promise(model, class, HD_CONTRACT_COUNTED, phrase);
	} else if ((phrase = find_phrase(text, read_phrases)) != NULL) {
		promise(model, class, HD_CONTRACT_READ_SHARED, phrase);
	} else if (hd_comment_says_unsafe(text)) {
		promise(model, class, HD_CONTRACT_OWNED, "not thread-safe");
		class->is.promised = (phrase = strstr(text, "not be shared") ? "not be shared"
						     : strstr(text, "not to be shared")
						     ? "not to be shared"
						     : find_phrase(text, owned_phrases)) != NULL;
	} else if ((phrase = find_phrase(text, owned_phrases)) != NULL) {
		promise(model, class, HD_CONTRACT_OWNED, phrase);
	} else if ((phrase = find_phrase(text, shared_phrases)) != NULL) {
		promise(model, class, HD_CONTRACT_SHARED, phrase);
	}
	return class->is.promise != NULL;
}

static bool take_comment(struct hd_api_model *model, uint16_t index, const char *comment, bool sides_only)
{
	char *text = hd_comment_squeeze(comment);
	for (char *at = text; *at; at++) {
		*at = (char)tolower((unsigned char)*at);
	}
	bool said = (!sides_only || find_phrase(text, spsc_phrases)) && take_text(model, index, text);
	free(text);
	return said;
}

// A function that may be called from any thread makes a class of shared objects. What is said of a constructor is
// said of it, but for how many threads its objects are.
static void take_functions(struct hd_api_model *model, uint16_t index)
{
	struct hd_model_class *class = &model->classes[index];
	for (size_t i = 0; i < model->nfunctions && !class->is.promise; i++) {
		const struct hd_raw_function *function = &model->functions[i];
		bool fits = function->is.class == index && function->is.role != HD_API_EXCLUDED;
		if (!fits || hd_comment_says_unsafe(function->comment)) {
			continue;
		}
		if (take_comment(model, index, function->comment, function->is.role == HD_API_CONSTRUCTOR)) {
			class->is.promise = hd_arena_format(&model->arena, "%s is %s", function->name,
				class->is.promise);
		}
	}
}

static void find_promise(struct hd_api_model *model, uint16_t index)
{
	struct hd_model_class *class = &model->classes[index];
	if (class->hint.contract > 0) {
		class->is.contract = (uint8_t)class->hint.contract;
		class->is.promised = true;
		class->is.promise = "according to a hint";
		return;
	}
	for (size_t i = 0; i < model->nfunctions; i++) { // @heddle contract NAME of any of its functions
		const struct hd_raw_function *function = &model->functions[i];
		if (function->is.class == index && function->hint.contract > 0) {
			class->is.contract = (uint8_t)function->hint.contract;
			class->is.promised = true;
			class->is.promise = hd_arena_format(&model->arena, "according to a hint at %s", function->name);
			return;
		}
	}
	if (!(class->record && *class->record->comment && take_comment(model, index, class->record->comment, false)) &&
		!take_comment(model, index, model->about, false)) {
		take_functions(model, index);
	}
}

// ---- what names say ------------------------------------------------------------------------

static const char *const producers[] = {"push", "put", "enqueue", "write", "produce", "send", "add", "offer", "insert",
	"post", "publish", "emit", "append", "store", "sp", "mp", "pushback", "writer", "producer", "writable", NULL};
static const char *const consumers[] = {"pop", "get", "dequeue", "read", "consume", "recv", "receive", "take", "poll",
	"remove", "peek", "front", "drain", "fetch", "sc", "mc", "shift", "reader", "consumer", "readable", NULL};
static const char *const parts[] = {"reserve", "commit", "advance", NULL};

// For how many threads on each side: mp_enqueue, dequeue_spmc.
static const struct {
	const char *word;
	uint8_t mode;
} modes[] = {
	{"sp", HD_MODE_SP},
	{"mp", HD_MODE_MP},
	{"sc", HD_MODE_SC},
	{"mc", HD_MODE_MC},
	{"spsc", HD_MODE_SP | HD_MODE_SC},
	{"spmc", HD_MODE_SP | HD_MODE_MC},
	{"mpsc", HD_MODE_MP | HD_MODE_SC},
	{"mpmc", HD_MODE_MP | HD_MODE_MC},
};

static uint8_t named_side(const struct hd_words *rest)
{
	bool produces = hd_words_any(rest, producers), consumes = hd_words_any(rest, consumers);
	if (produces != consumes) {
		return produces ? HD_SIDE_PRODUCER : HD_SIDE_CONSUMER;
	}
	if (rest->count > 0 && hd_word_in(rest->items[0], producers)) {
		return HD_SIDE_PRODUCER;
	}
	return rest->count > 0 && hd_word_in(rest->items[0], consumers) ? HD_SIDE_CONSUMER : 0;
}

// get_write_space is asked by who writes. Observers have a side, too: what one of the other side is told may be
// old before it returns.
static void find_side(const struct hd_api_model *model, struct hd_raw_function *function)
{
	const struct hd_model_class *class = &model->classes[function->is.class];
	struct hd_words rest;
	hd_words_copy(&rest, &function->rest);
	bool gets = rest.count > 1 && strcmp(rest.items[0], "get") == 0;
	if (gets) {
		hd_words_drop_first(&rest);
	}
	uint8_t side = named_side(&rest), mode = function->is.mode;
	side = side == 0 && gets ? HD_SIDE_CONSUMER : side;
	bool many = side & class->many || (side == HD_SIDE_PRODUCER && mode & HD_MODE_MP) ||
		(side == HD_SIDE_CONSUMER && mode & HD_MODE_MC);
	function->is.side = (uint8_t)(side | (side && many ? HD_SIDE_MANY : 0) |
		(side && hd_words_any(&rest, parts) ? HD_SIDE_PART : 0));
}

static void find_mode(struct hd_raw_function *function)
{
	for (size_t i = 0; i < sizeof(modes) / sizeof(*modes); i++) {
		const char *const word[] = {modes[i].word, NULL};
		function->is.mode |= hd_words_any(&function->words, word) ? modes[i].mode : 0;
	}
}

static void find_bracket(struct hd_raw_function *function)
{
	static const char *const opens[] = {"lock", "acquire", "enter", "begin", NULL};
	static const char *const closes[] = {"unlock", "release", "leave", "end", NULL};
	bool alone = function->nparams == 1 && function->is.self == 0 && function->rest.count == 1;
	if (alone && hd_word_in(function->rest.items[0], opens)) {
		function->is.bracket = HD_BRACKET_OPENS;
	} else if (alone && hd_word_in(function->rest.items[0], closes)) {
		function->is.bracket = HD_BRACKET_CLOSES;
	}
}

// sp, spmc and the like in names say that others may not be made by several threads.
static void find_named_sides(struct hd_api_model *model, struct hd_raw_function *function)
{
	struct hd_model_class *class = &model->classes[function->is.class];
	if (!class->is.promise && function->is.mode & (HD_MODE_SP | HD_MODE_SC)) {
		class->is.contract = HD_CONTRACT_SPSC;
		class->is.promised = true;
		class->is.promise = hd_arena_format(&model->arena, "%s is named so", function->name);
	}
}

static void find_reentry(struct hd_raw_function *function, const char *about)
{
	char *own = hd_comment_squeeze(function->comment), *all = hd_comment_squeeze(about);
	for (const char *const *phrase = reentry_phrases; *phrase; phrase++) {
		function->is.no_reentry |= strcasestr(own, *phrase) || strcasestr(all, *phrase);
	}
	free(own);
	free(all);
}

// Of an initialisation only: "must be called first".
static void find_first(struct hd_raw_function *function)
{
	bool initialises = function->is.role == HD_API_CONSTRUCTOR || function->is.role == HD_API_SETUP;
	char *comment = hd_comment_squeeze(function->comment);
	for (char *p = comment; *p; p++) {
		*p = (char)tolower((unsigned char)*p);
	}
	function->is.comes_first = initialises && find_phrase(comment, first_phrases) != NULL;
	free(comment);
}

void hd_api_find_contracts(struct hd_api_model *model)
{
	for (size_t i = 0; i < model->nfunctions; i++) {
		if (model->functions[i].is.class != HD_API_NONE) {
			find_bracket(&model->functions[i]);
			find_reentry(&model->functions[i], model->about);
			find_first(&model->functions[i]);
		}
	}
	for (size_t i = 0; i < model->nclasses; i++) {
		find_promise(model, (uint16_t)i);
	}
	for (size_t i = 0; i < model->nfunctions; i++) {
		if (model->functions[i].is.class != HD_API_NONE) {
			find_mode(&model->functions[i]);
			find_named_sides(model, &model->functions[i]);
			find_side(model, &model->functions[i]);
		}
	}
}
