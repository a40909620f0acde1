// SPDX-License-Identifier: Apache-2.0
// Messages to the host, as abi/messages.def lists them.
#include "engine/message.h"

#include "engine/line.h"
#include "model/model.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void hd_message_note(const char *level, const struct hd_site *site, const char *format, ...)
{
	char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	hd_line_begin(HD_MESSAGE_note);
	hd_line_key_string(HD_KEY(note, level), level);
	hd_line_key_string(HD_KEY(note, text), text);
	if (site) {
		hd_line_key(HD_KEY(note, site));
		hd_message_put_site(site);
	}
	hd_line_send();
}

static void put_hash(struct hd_text_key key, uint64_t hash)
{
	hd_line_key_format(key, "%016lx", (unsigned long)hash);
}

static unsigned switches_of(const struct hd_schedule *r)
{
	return r->n > 0 ? (unsigned)r->n - 1 : 0;
}

static const char *does(const struct hd_site *s)
{
	return s->kind == HD_EV_FREE || s->kind == HD_EV_ALLOC ? "frees" : hd_model_is_write(s) ? "writes" : "reads";
}

// The race behind it, in one line, and its two accesses.
static void put_cause(const struct hd_cause *cause)
{
	const struct hd_site *first = cause->other, *second = cause->site;
	const struct hd_site *named = second->var ? second : first;
	const char *variable = named->var && named->var->name ? named->var->name : "";

	hd_line_key_object(HD_KEY(finding, cause));
	hd_line_key_string(HD_KEY(cause, variable), variable);
	hd_line_key_string(HD_KEY(cause, first), does(first));
	hd_line_key_string(HD_KEY(cause, second), does(second));
	hd_line_key_list(HD_KEY(cause, sites));
	hd_message_put_site(first);
	hd_message_put_site(second);
	hd_line_close(']');
	hd_line_close('}');
}

void hd_message_finding(const struct hd_fault *f, const struct hd_schedule *r, const struct hd_found *found,
	const struct hd_cause *cause, uint64_t hash, bool exact)
{
	hd_line_begin(HD_MESSAGE_finding);
	hd_line_key_string(HD_KEY(finding, kind), hd_verdict_text(f->kind));
	hd_line_key_string(HD_KEY(finding, message), f->message);
	hd_line_key_string(HD_KEY(finding, details), f->details);
	hd_line_key_number(HD_KEY(finding, seed), hd_campaign->control->config.seed);
	hd_line_key_number(HD_KEY(finding, execution), found->execution + 1 - hd_campaign->control->config.first);
	hd_line_key_seconds(HD_KEY(finding, seconds), found->ns);
	put_hash(HD_KEY(finding, hash), hash);
	hd_line_key_flag(HD_KEY(finding, exact), exact);
	hd_line_key_number(HD_KEY(finding, switches), switches_of(r));
	hd_line_key_number(HD_KEY(finding, found_switches), found->switches);
	if (found->aimed) {
		hd_line_key_number(HD_KEY(finding, aimed), found->aimed);
	}
	hd_line_key_number(HD_KEY(finding, thread), (uint64_t)f->fiber);
	if (found->match) {
		hd_line_key_string(HD_KEY(finding, match), found->match);
	}
	if (f->site) {
		hd_line_key(HD_KEY(finding, site));
		hd_message_put_site(f->site);
	}
	if (cause && cause->site && cause->other) {
		put_cause(cause);
	}
	if (&__heddle_api) {
		hd_message_put_test(f);
		hd_message_put_pattern(f);
	}
	hd_message_put_stacks(f);
	hd_message_put_schedule(f, r);
	if (&__heddle_api) {
		hd_message_put_test_schedule(f, r);
	}
	hd_message_put_trace(f);
	hd_line_send();
}

void hd_message_replay(bool same, uint64_t hash)
{
	hd_line_begin(HD_MESSAGE_replay);
	hd_line_key_flag(HD_KEY(replay, same), same);
	hd_line_key_string(HD_KEY(replay, kind), hd_verdict_text(hd.record.outcome.verdict));
	put_hash(HD_KEY(replay, hash), hash);
	hd_line_send();
}

static void put_learned(const char *function, const char *text, bool used)
{
	hd_line_open('{');
	hd_line_key_string(HD_KEY(learned, function), function);
	hd_line_key_string(HD_KEY(learned, text), text);
	hd_line_key_flag(HD_KEY(learned, used), used);
	hd_line_close('}');
}

static void put_functions(void)
{
	uint64_t defined = 0, uninstrumented = 0;

	for (uint32_t i = 0; i < __heddle_api.nfunctions; i++) {
		const struct hd_api_function *f = hd_function((uint16_t)i);
		defined += f->address != NULL;
		uninstrumented += f->address && !hd_is_instrumented(f);
	}
	hd_line_key_number(HD_KEY(done, functions), defined);
	hd_line_key_number(HD_KEY(done, uninstrumented), uninstrumented);
}

// Do tests call it, concurrently or to make, prepare and destroy objects?
static bool is_tested(uint16_t function)
{
	for (unsigned i = 0; i < hd_campaign->nclasses; i++) {
		const struct hd_class *c = hd_class(hd_campaign->classes[i]);
		bool prepares = function == c->destructor || function == c->opens || function == c->closes;
		if (prepares || c->method_of[function] >= 0 ||
			(hd_function(function)->class == c->number && hd_facts[function].usable)) {
			return true;
		}
	}
	return false;
}

static void put_tested(void)
{
	const char *name = hd_campaign->control->config.class_name;
	uint64_t declared = 0, tested = 0;

	for (uint32_t i = 0; i < __heddle_api.nfunctions; i++) {
		uint16_t class = hd_function((uint16_t)i)->class;
		bool asked_for = !name[0] ||
			(class != HD_API_NONE && strcmp(name, __heddle_api.classes[class].name) == 0);
		declared += asked_for;
		tested += asked_for && is_tested((uint16_t)i);
	}
	hd_line_key_number(HD_KEY(done, declared), declared);
	hd_line_key_number(HD_KEY(done, tested), tested);
}

// Of the classes that were asked for, also those that could not be tested.
static bool is_listed(const struct hd_api_class *class)
{
	bool all = hd_campaign->control->config.class_name[0] == '\0';
	return class->selected || (all && class->missing && class->nfunctions > 0);
}

static void put_contract(const struct hd_api_class *class, const struct hd_class *c)
{
	hd_line_open('{');
	hd_line_key_string(HD_KEY(contract, class), class->name);
	hd_line_key_string(HD_KEY(contract, contract), hd_contract_name(c->contract));
	hd_line_key_string(HD_KEY(contract, why), c->contract_why);
	hd_line_key_flag(HD_KEY(contract, tested), c->usable);
	if (!c->usable && c->contract != HD_CONTRACT_NOTHING) {
		hd_line_key_string(HD_KEY(contract, problem), class->missing ? class->missing : c->problem);
	}
	if (c->contract == HD_CONTRACT_NOTHING) {
		hd_line_key_number(HD_KEY(contract, unprotected), c->unprotected);
	}
	hd_line_close('}');
}

static void put_contracts(void)
{
	hd_line_key_list(HD_KEY(done, contracts));
	for (uint32_t i = 0; hd_facts && i < __heddle_api.nclasses; i++) {
		if (is_listed(&__heddle_api.classes[i])) {
			put_contract(&__heddle_api.classes[i], hd_class((uint16_t)i));
		}
	}
	hd_line_close(']');
}

static void put_tests(const struct hd_campaign *c)
{
	put_functions();
	if (hd_campaign->nclasses > 0) {
		put_tested();
	}
	hd_line_key_number(HD_KEY(done, tests), c->tests);
	hd_line_key_number(HD_KEY(done, searched), c->searched);
	hd_line_key_number(HD_KEY(done, illegal), c->illegal);
	hd_line_key_number(HD_KEY(done, linearizations), c->linearizations);
	hd_line_key_list(HD_KEY(done, learned));
	if (hd_facts) {
		hd_learn_report(put_learned);
	}
	hd_line_close(']');
	put_contracts();
}

static void put_lost(const struct hd_campaign *c)
{
	hd_line_key_number(HD_KEY(done, unconfirmed), c->unconfirmed);
	hd_line_key_list(HD_KEY(done, lost));
	for (unsigned i = 0; i < c->nlost; i++) {
		const struct hd_lost *l = &c->lost[i];
		hd_line_open('{');
		hd_line_key_string(HD_KEY(lost, kind), hd_verdict_text(l->kind));
		hd_line_key_string(HD_KEY(lost, message), l->message);
		hd_line_key_string(HD_KEY(lost, why), l->why);
		hd_line_key_number(HD_KEY(lost, times), l->times);
		if (l->site) {
			hd_line_key(HD_KEY(lost, site));
			hd_message_put_site(l->site);
		}
		hd_line_close('}');
	}
	hd_line_close(']');
	hd_line_key_number(HD_KEY(done, leaked), c->leaked);
	hd_line_key_flag(HD_KEY(done, isolated), c->isolates);
}

void hd_message_done(void)
{
	const struct hd_campaign *c = hd_campaign;
	volatile const struct hd_progress *p = &c->control->progress;

	hd_line_begin(HD_MESSAGE_done);
	hd_line_key_string(HD_KEY(done, reason), c->reason ? c->reason : "error");
	hd_line_key_number(HD_KEY(done, executions), p->executions);
	hd_line_key_number(HD_KEY(done, blocked), p->blocked);
	hd_line_key_number(HD_KEY(done, traces), c->traces);
	hd_line_key_number(HD_KEY(done, cut_off), p->cut_off);
	hd_line_key_number(HD_KEY(done, hung), c->hung);
	hd_line_key_number(HD_KEY(done, ignored), c->ignored);
	put_lost(c);
	hd_line_key_number(HD_KEY(done, steps), p->steps);
	hd_line_key_seconds(HD_KEY(done, seconds), hd_campaign_elapsed_ns());
	hd_line_key_number(HD_KEY(done, violations), c->violations);
	if (c->deaths) {
		hd_line_key_number(HD_KEY(done, deaths), c->deaths);
		hd_line_key_string(HD_KEY(done, death), c->death);
	}
	if (&__heddle_api) {
		put_tests(c);
	}
	if (hd_wanted) {
		hd_message_put_reproduction();
	}
	hd_message_put_coverage();
	hd_line_send();
}
