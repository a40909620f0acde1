// SPDX-License-Identifier: Apache-2.0
// Messages to the host, as abi/control.h lists them.
#include "engine/message.h"

#include "engine/line.h"

#include <stdarg.h>
#include <stdio.h>

void hd_message_note(const char *level, const struct hd_site *site, const char *format, ...)
{
	char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	hd_line_begin("note");
	hd_line_key_string("level", level);
	hd_line_key_string("text", text);
	if (site) {
		hd_line_key("site");
		hd_message_put_site(site);
	}
	hd_line_send();
}

static void put_seconds(uint64_t ns)
{
	hd_line_key_format("seconds", "%.6f", (double)ns * 1e-9);
}

static void put_hash(uint64_t hash)
{
	hd_line_key_format("hash", "\"%016lx\"", (unsigned long)hash);
}

static unsigned switches_of(const struct hd_recorded *r)
{
	return r->n > 0 ? (unsigned)r->n - 1 : 0;
}

void hd_message_finding(const struct hd_fault *f, const struct hd_recorded *r, const struct hd_found *found,
                        uint64_t hash)
{
	hd_line_begin("finding");
	hd_line_key_string("kind", hd_verdict_text(f->kind));
	hd_line_key_string("message", f->message);
	hd_line_key_string("details", f->details);
	hd_line_key_number("seed", hd_campaign->control->config.seed);
	hd_line_key_number("execution", found->execution + 1);
	put_seconds(found->ns);
	put_hash(hash);
	hd_line_key_number("switches", switches_of(r));
	hd_line_key_number("found_switches", found->switches);
	hd_line_key_number("thread", (uint64_t)f->fiber);
	if (f->site) {
		hd_line_key("site");
		hd_message_put_site(f->site);
	}
	if (&__heddle_api) {
		hd_message_put_test(f);
		hd_message_put_pattern(f);
	} else {
		hd_line_key_number("threads", hd.nfibers);
	}
	hd_message_put_stacks(f);
	hd_message_put_schedule(f, r);
	if (&__heddle_api) {
		hd_message_put_test_schedule(f, r);
	}
	hd_message_put_trace(f);
	hd_line_send();
}

void hd_message_replay(uint64_t time, bool same, uint64_t hash)
{
	hd_line_begin("replay");
	hd_line_key_number("time", time);
	hd_line_key_flag("same", same);
	hd_line_key_string("kind", hd_verdict_text(hd.outcome.verdict));
	put_hash(hash);
	hd_line_send();
}

static void put_learned(const char *function, const char *text, bool used)
{
	hd_line_open('{');
	hd_line_key_string("function", function);
	hd_line_key_string("text", text);
	hd_line_key_flag("used", used);
	hd_line_close('}');
}

static bool is_instrumented(const struct hd_api_function *function)
{
	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		for (const struct hd_func *f = m->funcs; f < m->funcs_end; f++) {
			if (f->address == function->address) {
				return true;
			}
		}
	}
	return false;
}

static void put_functions(void)
{
	uint64_t defined = 0, uninstrumented = 0;

	for (uint32_t i = 0; i < __heddle_api.nfunctions; i++) {
		const struct hd_api_function *f = hd_function((uint16_t)i);
		defined += f->address != NULL;
		uninstrumented += f->address && !is_instrumented(f);
	}
	hd_line_key_number("functions", defined);
	hd_line_key_number("uninstrumented", uninstrumented);
}

static void put_tests(const struct hd_campaign *c)
{
	put_functions();
	hd_line_key_number("tests", c->tests);
	hd_line_key_number("searched", c->searched);
	hd_line_key_number("illegal", c->illegal);
	hd_line_key_number("linearizations", c->linearizations);
	hd_line_key_string("class", c->nclasses ? __heddle_api.classes[c->classes[0]].name : "");
	hd_line_key_open("learned", '[');
	if (hd_facts) {
		hd_learn_report(put_learned);
	}
	hd_line_close(']');
}

void hd_message_done(void)
{
	const struct hd_campaign *c = hd_campaign;
	volatile const struct hd_progress *p = &c->control->progress;

	hd_line_begin("done");
	hd_line_key_string("reason", c->reason ? c->reason : "error");
	hd_line_key_number("executions", p->executions);
	hd_line_key_number("blocked", p->blocked);
	hd_line_key_number("traces", c->traces);
	hd_line_key_number("cut_off", p->cut_off);
	hd_line_key_number("unconfirmed", c->unconfirmed);
	hd_line_key_number("steps", p->steps);
	put_seconds(hd_campaign_elapsed_ns());
	hd_line_key_number("violations", c->violations);
	if (c->deaths) {
		hd_line_key_number("deaths", c->deaths);
		hd_line_key_string("death", c->death);
	}
	if (&__heddle_api) {
		put_tests(c);
	}
	hd_message_put_coverage();
	hd_line_send();
}
