// SPDX-License-Identifier: Apache-2.0
#include "cli/ranks.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "abi/messages.h"
#include "base/check.h"
#include "base/diag.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/path.h"
#include "base/peer.h"
#include "base/scratch.h"
#include "cli/values.h"
#include "harness/ranks.h"
#include "harness/supervisor.h"

// What is sent to rank 0, and by it.
enum kind { FINDING = 1, GOALS, DONE, SHARE_OUT, STOP, HELLO, ALIVE, GOODBYE, LEAVE, LETTER };

// Numbers of executions, and with them random choices, are a rank's own.
#define SHARE (UINT64_C(1) << 40)
// Ranks on the machine of rank 0 are known to live or not (base/peer.h). Others say it so often, and are believed
// for so long.
#define HEARTBEAT_S 5.0
#define SILENCE_S 60.0
#define LOOK_S 0.2 // between two looks who lives

// What rank 0 hands out.
struct share {
	uint64_t harness_size; // 0: there is nothing to do
	struct hd_config config;
	char class_name[256]; // "": a program
	char name[256];       // of the harness
	char harness[];
};

// From another rank's harness, on its way to the one here.
struct letter {
	struct letter *next;
	struct hd_letter head;
	char data[];
};

static struct {
	const struct hd_ranks_module *module; // NULL: there is no other rank
	int rank, size;
	bool handed_out;
	bool *done;   // by rank: it has sent its result
	int waiting;  // ranks that have not
	struct life {
		struct hd_peer peer;
		double heard; // when it last said anything
		bool lost;    // rank 0: it has ended, or is believed to be gone
	} *lives; // by rank; others know of rank 0 only
	bool searching; // rank 0: branches of its harness's search may be with others
	bool stopped; // they were told to stop
	double told;   // when it was last said that this one lives
	double looked; // ... and looked who else does
	struct letter *letters, **last_letter;
	bool goodbye; // others: everything has arrived
	bool leave;   // ... and a rank is lost, so that not all can end together
	struct hd_done *results; // of the others, by rank
	json_t *united; // by metric: goals that anybody has covered
} ranks;

static double now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void listen(char **share, size_t *share_size);

// ---- who lives ------------------------------------------------------------------------------------

static void say_hello(void)
{
	struct hd_peer_name name;
	hd_peer_name_self(&name);
	if (ranks.rank == 0) {
		ranks.module->send_to_all(HELLO, &name, sizeof(name));
	} else {
		ranks.module->send(0, HELLO, &name, sizeof(name));
	}
}

static void take_hello(int from, const char *data, size_t size)
{
	struct hd_peer_name name;
	if (size == sizeof(name)) {
		memcpy(&name, data, sizeof(name));
		hd_peer_finish(&ranks.lives[from].peer);
		hd_peer_init(&ranks.lives[from].peer, &name);
	}
}

static bool is_gone(int rank)
{
	struct life *life = &ranks.lives[rank];
	return hd_peer_is_gone(&life->peer) ||
		(life->peer.state == HD_PEER_ELSEWHERE && now() - life->heard > SILENCE_S);
}

static bool is_due(double *last, double pause)
{
	bool due = now() - *last > pause;
	*last = due ? now() : *last;
	return due;
}

static void begin_lives(void)
{
	ranks.lives = calloc((size_t)ranks.size, sizeof(*ranks.lives));
	hd_check(ranks.lives != NULL);
	for (int i = 0; i < ranks.size; i++) {
		ranks.lives[i] = (struct life){.peer = {.fd = -1}, .heard = now()};
	}
	ranks.told = ranks.looked = now();
	if (ranks.module) {
		say_hello();
	}
}

static void end_lives(void)
{
	for (int i = 0; ranks.lives && i < ranks.size; i++) {
		hd_peer_finish(&ranks.lives[i].peer);
	}
	free(ranks.lives);
}

// ---- beginning and end ------------------------------------------------------------------------------

// What was sent arrives only while this process lives. Rank 0 may be gone itself.
static void wait_for_goodbye(void)
{
	while (!ranks.goodbye && !ranks.leave && !is_gone(0) && hd_interrupt_count() < 2) {
		listen(NULL, NULL);
		poll(NULL, 0, ranks.goodbye ? 0 : 5);
	}
}

enum hd_status hd_ranks_begin(struct hd_error *error)
{
	enum hd_status status = hd_ranks_load(&ranks.module, &ranks.rank, &ranks.size, error);
	ranks.waiting = ranks.size - 1;
	ranks.last_letter = &ranks.letters;
	ranks.done = calloc((size_t)ranks.size, sizeof(*ranks.done));
	ranks.results = calloc((size_t)ranks.size, sizeof(*ranks.results));
	hd_check(ranks.done && ranks.results);
	begin_lives();
	return status;
}

bool hd_ranks_is_other(void)
{
	return ranks.rank > 0;
}

static double processor_time(int whose)
{
	struct rusage usage;
	getrusage(whose, &usage);
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
		(double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

// For measurements (docs/scale.md).
static void show_counts(void)
{
	uint64_t messages, bytes;
	ranks.module->counts(&messages, &bytes);
	fprintf(stderr,
		"heddle: rank %d sent %llu messages, %llu bytes; processor time: %.2f s, of the harness: %.2f s\n",
		ranks.rank, (unsigned long long)messages, (unsigned long long)bytes, processor_time(RUSAGE_SELF),
		processor_time(RUSAGE_CHILDREN));
}

void hd_ranks_end(int status)
{
	if (ranks.module && ranks.rank == 0 && !ranks.handed_out) {
		struct share nothing = {0};
		ranks.module->send_to_all(SHARE_OUT, &nothing, sizeof(nothing));
		ranks.waiting = 0;
	} else if (ranks.module && ranks.rank == 0) {
		ranks.module->send_to_all(ranks.waiting == 0 ? GOODBYE : LEAVE, "", 0);
	} else if (ranks.module && ranks.rank > 0) {
		wait_for_goodbye();
	}
	if (ranks.module) {
		if (getenv("HEDDLE_COUNT_MESSAGES")) {
			show_counts();
		}
		ranks.module->end(ranks.rank > 0 ? ranks.goodbye : ranks.waiting == 0, status);
	}
	for (int i = 0; i < ranks.size && ranks.results; i++) {
		hd_done_finish(&ranks.results[i]);
	}
	for (struct letter *l = ranks.letters, *next; l; l = next) {
		next = l->next;
		free(l);
	}
	json_decref(ranks.united);
	free(ranks.results);
	end_lives();
	free(ranks.done);
}

// ---- letters between harnesses ----------------------------------------------------------------------

static void keep_letter(int from, const char *data, size_t size)
{
	struct letter *l = calloc(1, sizeof(*l) + size);
	hd_check(l != NULL);
	if (size >= sizeof(l->head) && size - sizeof(l->head) <= HD_LETTER_MOST) {
		memcpy(&l->head, data, sizeof(l->head));
		memcpy(l->data, data + sizeof(l->head), size - sizeof(l->head));
		l->head.size = (uint32_t)(size - sizeof(l->head));
		l->head.rank = (uint16_t)from;
		*ranks.last_letter = l;
		ranks.last_letter = &l->next;
	} else {
		free(l);
	}
}

static void send_letters(struct hd_ring *ring)
{
	static struct {
		struct hd_letter head;
		char data[HD_LETTER_MOST];
	} l;
	while (hd_ring_take(ring, &l.head, l.data)) {
		size_t size = sizeof(l.head) + l.head.size;
		if (l.head.rank == HD_ALL_RANKS && ranks.rank == 0) {
			ranks.module->send_to_all(LETTER, &l, size);
		} else if (l.head.rank < ranks.size && l.head.rank != ranks.rank && !ranks.lives[l.head.rank].lost) {
			ranks.module->send(l.head.rank, LETTER, &l, size);
		}
	}
}

void hd_ranks_exchange(void *context, struct hd_control *control)
{
	(void)context;
	if (!ranks.module) {
		return;
	}
	send_letters(&control->to_ranks);
	for (struct letter *l; (l = ranks.letters) && hd_ring_put(&control->from_ranks, &l->head, l->data);) {
		ranks.letters = l->next;
		ranks.last_letter = l->next ? ranks.last_letter : &ranks.letters;
		free(l);
	}
}

// Rank 0's own letters: to the harness here, and if there is a search, to those of others.
static void tell(uint16_t kind, uint16_t rank)
{
	struct {
		struct hd_letter head;
		uint16_t rank;
	} l = {.head = {.size = sizeof(l.rank), .kind = kind}, .rank = rank};
	size_t size = sizeof(l.head) + sizeof(l.rank);
	keep_letter(0, (const char *)&l, size);
	if (ranks.searching) {
		ranks.module->send_to_all(LETTER, &l, size);
	}
}

// A rank has ended, or is gone.
static void lose(int rank)
{
	ranks.lives[rank].lost = true;
	tell(HD_LETTER_LOST, (uint16_t)rank);
}

// ---- shares ----------------------------------------------------------------------------------------

bool hd_ranks_are_eager(const struct hd_config *config)
{
	return config->ranks > 1 && hd_value_is_exhaustive(config->schedule);
}

static void take_share(struct hd_config *config)
{
	uint64_t all = config->executions, size = (uint64_t)ranks.size, rank = (uint64_t)ranks.rank;
	config->rank = (uint32_t)ranks.rank;
	config->ranks = (uint32_t)ranks.size;
	config->first += rank * SHARE;
	if (all > 0) {
		uint64_t mine = all / size + (rank < all % size);
		config->executions = mine > 0 ? mine : 1;
	}
}

static enum hd_status read_harness(const char *path, char **bytes, size_t *size, struct hd_error *error)
{
	struct hd_str text = {0};
	enum hd_status status = hd_path_read(path, &text, error);
	*size = text.length;
	*bytes = status == HD_OK ? hd_str_take(&text) : NULL;
	hd_str_finish(&text);
	return status;
}

enum hd_status hd_ranks_hand_out(struct hd_session *session, struct hd_error *error)
{
	char *bytes;
	size_t size;
	if (!ranks.module) {
		return HD_OK;
	}
	enum hd_status status = read_harness(session->harness, &bytes, &size, error);
	if (status != HD_OK) {
		return status;
	}
	struct share *share = calloc(1, sizeof(*share) + size);
	hd_check(share != NULL);
	share->harness_size = size;
	share->config = session->config;
	snprintf(share->class_name, sizeof(share->class_name), "%s", session->class_name ? session->class_name : "");
	snprintf(share->name, sizeof(share->name), "%s", hd_path_name(session->harness));
	share->config.resume_file[0] = '\0'; // it is here
	memcpy(share->harness, bytes, size);
	ranks.module->send_to_all(SHARE_OUT, share, sizeof(*share) + size);
	ranks.handed_out = true;
	ranks.searching = !session->class_name && hd_value_is_exhaustive(session->config.schedule);
	for (int i = 0; i < ranks.size; i++) {
		ranks.lives[i].heard = now();
	}
	free(share);
	free(bytes);
	take_share(&session->config);
	return HD_OK;
}

// ---- the others --------------------------------------------------------------------------------------

static void send_json(enum kind kind, const json_t *message)
{
	char *text = json_dumps(message, JSON_COMPACT);
	if (text) {
		ranks.module->send(0, kind, text, strlen(text));
	}
	free(text);
}

static void forward_finding(void *context, const json_t *message)
{
	(void)context;
	send_json(FINDING, message);
}

static void forward_goals(void *context, const json_t *message)
{
	(void)context;
	send_json(GOALS, message);
}

static bool told_to_stop;

// Takes what rank 0 has sent. A share is kept for the caller, the first one that comes.
static void listen(char **share, size_t *share_size)
{
	int from, kind;
	char *data;
	size_t size;
	while (ranks.module->receive(&from, &kind, &data, &size)) {
		ranks.lives[from].heard = now();
		told_to_stop |= kind == STOP;
		ranks.goodbye |= kind == GOODBYE;
		ranks.leave |= kind == LEAVE;
		if (kind == LETTER) {
			keep_letter(from, data, size);
		} else if (kind == HELLO) {
			take_hello(from, data, size);
		}
		if (kind == SHARE_OUT && share && !*share) {
			*share = data;
			*share_size = size;
		} else {
			free(data);
		}
	}
}

static void tell_alive(void *context, const volatile struct hd_progress *progress, double seconds)
{
	(void)context, (void)progress, (void)seconds;
	if (is_due(&ranks.told, HEARTBEAT_S)) {
		ranks.module->send(0, ALIVE, "", 0);
	}
	told_to_stop |= is_due(&ranks.looked, LOOK_S) && is_gone(0); // nobody would get the result
}

static void exchange(void *context, struct hd_control *control)
{
	listen(NULL, NULL);
	hd_ranks_exchange(context, control);
}

static enum hd_status write_harness(const char *path, const char *bytes, size_t size, struct hd_error *error)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0700);
	bool written = fd >= 0;
	for (size_t done = 0; written && done < size;) {
		ssize_t n = write(fd, bytes + done, size - done);
		written = n > 0;
		done += written ? (size_t)n : 0;
	}
	if (fd >= 0 && close(fd) != 0) {
		written = false;
	}
	return written ? HD_OK : hd_fail(error, HD_INTERNAL, "rank %d cannot write '%s'", ranks.rank, path);
}

// Rank 0 adds up numbers. What is told of every pair of methods, say, can be megabytes.
static void send_done(json_t *message)
{
	json_t *numbers = message ? json_object() : json_pack("{s:s}", "reason", "died");
	const char *key;
	json_t *value;
	json_object_foreach(message, key, value) {
		if (!json_is_array(value) && !json_is_object(value)) {
			json_object_set(numbers, key, value);
		}
	}
	send_json(DONE, numbers);
	json_decref(numbers);
}

static enum hd_status run_share(const struct hd_options *options, const struct share *share, const char *harness,
	struct hd_error *error)
{
	struct hd_session session;
	hd_session_init(&session, options);
	session.class_name = share->class_name[0] ? share->class_name : NULL;
	struct hd_harness_request request = {
		.harness = harness,
		.args = &options->args,
		.config = share->config,
		.stdout_is_ours = true,
		.sandbox = hd_session_sandbox(&session),
		.stop = &told_to_stop,
	};
	const struct hd_harness_events events = {
		.finding = forward_finding,
		.goals = forward_goals,
		.tick = tell_alive,
		.exchange = exchange,
	};
	take_share(&request.config);
	request.eager = hd_ranks_are_eager(&request.config);
	struct hd_harness_outcome outcome = {0};
	enum hd_status status = hd_harness_run(&request, &events, &outcome, error);
	send_done(outcome.done.message);
	hd_harness_outcome_finish(&outcome);
	hd_session_finish(&session);
	return status;
}

// Until rank 0 has built the harness, or has said that there is nothing to do. NULL: heddle should end.
static struct share *wait_for_share(void)
{
	char *data = NULL;
	size_t size = 0;
	// As long as it builds, rank 0 says nothing.
	while (!data && hd_interrupt_count() == 0 && !hd_peer_is_gone(&ranks.lives[0].peer)) {
		listen(&data, &size);
		poll(NULL, 0, data ? 0 : 5);
	}
	struct share *share = (struct share *)data;
	bool whole = size >= sizeof(*share) && share->harness_size == size - sizeof(*share) && share->harness_size > 0;
	if (data && !whole) {
		ranks.goodbye = true; // rank 0 has said why
		free(data);
	}
	return data && whole ? share : NULL;
}

enum hd_status hd_ranks_work(const struct hd_options *options, struct hd_error *error)
{
	struct hd_scratch scratch = {0};
	hd_diag_quiet(true);
	hd_interrupt_watch();
	struct share *share = wait_for_share();
	if (!share) {
		return HD_OK;
	}
	share->name[sizeof(share->name) - 1] = share->class_name[sizeof(share->class_name) - 1] = '\0';
	const char *place = getenv("TMPDIR");
	enum hd_status status = hd_scratch_create(&scratch, place && *place ? place : "/tmp", error);
	if (status == HD_OK) {
		char *path = hd_path_join(scratch.path, hd_path_name(share->name));
		status = write_harness(path, share->harness, share->harness_size, error);
		status = status == HD_OK ? run_share(options, share, path, error) : status;
		free(path);
		hd_scratch_remove(&scratch);
	}
	free(share);
	return status;
}

// ---- rank 0 ---------------------------------------------------------------------------------------------

static void take_done(int from, const json_t *message)
{
	if (!ranks.done[from]) {
		ranks.done[from] = true;
		ranks.waiting--;
		lose(from);
		hd_done_init(&ranks.results[from], message);
	}
}

static void take(const struct hd_ranks_events *events, int from, enum kind kind, const json_t *message)
{
	switch (kind) {
	case FINDING:
		events->finding(events->context, message);
		break;
	case GOALS:
		events->goals(events->context, message);
		break;
	case DONE:
		take_done(from, message);
		break;
	default:
		break;
	}
}

static void lose_gone(void)
{
	for (int i = 1; i < ranks.size; i++) {
		if (!ranks.lives[i].lost && is_gone(i)) {
			lose(i);
		}
	}
}

// Some that have not reported can still be expected to.
static bool is_anybody_left(void)
{
	for (int i = 1; i < ranks.size; i++) {
		if (!ranks.done[i] && !ranks.lives[i].lost) {
			return true;
		}
	}
	return false;
}

void hd_ranks_look(const struct hd_ranks_events *events, bool stop)
{
	int from, kind;
	char *data;
	size_t size;
	while (ranks.module && ranks.module->receive(&from, &kind, &data, &size)) {
		json_t *message = kind < SHARE_OUT ? json_loadb(data, size, JSON_ALLOW_NUL, NULL) : NULL;
		if (kind == LETTER) {
			keep_letter(from, data, size);
		} else if (kind == HELLO) {
			take_hello(from, data, size);
		} else if (message) {
			take(events, from, (enum kind)kind, message);
		}
		ranks.lives[from].heard = now();
		json_decref(message);
		free(data);
	}
	if (ranks.module && stop && !ranks.stopped) {
		ranks.stopped = true;
		ranks.module->send_to_all(STOP, "", 0);
	}
	if (ranks.module && is_due(&ranks.told, HEARTBEAT_S)) {
		ranks.module->send_to_all(ALIVE, "", 0);
	}
	if (ranks.module && is_due(&ranks.looked, LOOK_S)) {
		lose_gone();
	}
}

void hd_ranks_unite(const json_t *message)
{
	const char *metric = hd_json_text(message, HD_TEXT(goals, metric), "?");
	const json_t *goals = hd_json_array(message, HD_LIST(goals, goals));
	const json_t *values = hd_json_array(message, HD_LIST(goals, values));
	if (!ranks.module) {
		return;
	}
	ranks.united = ranks.united ? ranks.united : json_object();
	if (!json_object_get(ranks.united, metric)) {
		json_object_set_new(ranks.united, metric, json_object());
	}
	for (size_t i = 0; i < json_array_size(goals); i++) {
		char goal[24];
		snprintf(goal, sizeof(goal), "%lld", (long long)json_integer_value(json_array_get(goals, i)));
		if (json_integer_value(json_array_get(values, i)) >> 32 > 0) {
			json_object_set_new(json_object_get(ranks.united, metric), goal, json_true());
		}
	}
}

static void unite_coverage(struct hd_done *done)
{
	const char *metric;
	json_t *goals;
	json_object_foreach(ranks.united, metric, goals) {
		hd_done_set_covered(done, metric, (int64_t)json_object_size(goals));
	}
}

static void add_up(struct hd_done *all, const struct hd_done *one)
{
	all->executions += one->executions;
	all->blocked += one->blocked;
	all->traces += one->traces;
	all->cut_off += one->cut_off;
	all->hung += one->hung;
	all->ignored += one->ignored;
	all->steps += one->steps;
	all->violations += one->violations;
	all->unconfirmed += one->unconfirmed;
	all->leaked += one->leaked;
	all->deaths += one->deaths;
	all->tests += one->tests;
	all->searched += one->searched;
}

void hd_ranks_wait(const struct hd_ranks_events *events, struct hd_session *session, bool stop)
{
	if (!ranks.module) {
		return;
	}
	if (ranks.searching) {
		tell(HD_LETTER_OVER, 0);
	}
	ranks.searching = false;
	// Each ends by itself at a limit of time, and is ended if it does not. One that lives is waited for.
	hd_ranks_look(events, stop);
	while (ranks.waiting > 0 && is_anybody_left() && hd_interrupt_count() < 2) {
		poll(NULL, 0, 5);
		hd_ranks_look(events, stop || hd_interrupt_count() > 0);
	}
	for (int i = 1; i < ranks.size; i++) {
		add_up(&session->outcome.done, &ranks.results[i]);
		session->lost_ranks += !ranks.done[i] || strcmp(ranks.results[i].reason, "died") == 0;
	}
	unite_coverage(&session->outcome.done);
	if (session->lost_ranks > 0) {
		hd_warning("%u of %d ranks did not report their result: their executions do not count",
			session->lost_ranks, ranks.size);
	}
}
