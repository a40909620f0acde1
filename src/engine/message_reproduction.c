// SPDX-License-Identifier: Apache-2.0
// What is told of the search for a crash in the end.
#include "engine/message.h"

#include "engine/line.h"

static void put_calls(const struct hd_test *t, const struct hd_call_data *c, unsigned n)
{
	static char text[1024];

	for (unsigned i = 0; i < n; i++) {
		hd_print_call(t, &c[i], text, sizeof(text));
		hd_line_string(text);
	}
	hd_line_close(']');
}

static void put_near(const struct hd_wanted_near *n)
{
	hd_line_open('{');
	hd_line_key_list(HD_KEY(near, prefix));
	put_calls(&n->test, n->test.prefix, n->test.nprefix);
	hd_line_key_list(HD_KEY(near, threads));
	for (unsigned i = 0; i < n->test.nthreads; i++) {
		hd_line_open('[');
		put_calls(&n->test, n->test.suffix[i], n->test.nsuffix[i]);
	}
	hd_line_close(']');
	if (n->fault != HD_VERDICT_NONE) {
		hd_line_key_string(HD_KEY(near, kind), hd_verdict_text(n->fault));
	}
	hd_line_key_string(HD_KEY(near, match), hd_match_text(n->match));
	hd_line_close('}');
}

static void put_crash(void)
{
	const struct hd_wanted_stack *s = hd_wanted_stack();

	if (s->method >= 0 && !s->methods) {
		hd_line_key_string(HD_KEY(reproduction, method), hd_function((uint16_t)s->method)->name);
	}
	hd_line_key_number(HD_KEY(reproduction, depth), s->chain.n);
	if (s->chain.n > 0) {
		const struct hd_func *f = s->chain.functions[0];
		struct hd_site point = {.func = f, .file = f->file, .line = s->chain.lines[0]};
		hd_line_key(HD_KEY(reproduction, point));
		hd_message_put_site(&point);
	}
	if (hd_wanted->missing[0]) {
		hd_line_key_string(HD_KEY(reproduction, missing), hd_wanted->missing);
	}
}

static void put_counts(const struct hd_wanted_count *c)
{
	hd_line_key_number(HD_KEY(reproduction, prefixes), c->prefixes);
	hd_line_key_number(HD_KEY(reproduction, combinations), c->combinations);
	hd_line_key_number(HD_KEY(reproduction, explored), c->explored);
	hd_line_key_number(HD_KEY(reproduction, sampled), c->sampled);
	hd_line_key_number(HD_KEY(reproduction, exception), c->pruned[HD_PRUNE_EXCEPTION]);
	hd_line_key_number(HD_KEY(reproduction, stack), c->pruned[HD_PRUNE_STACK]);
	hd_line_key_number(HD_KEY(reproduction, redundant), c->pruned[HD_PRUNE_REDUNDANT]);
	hd_line_key_number(HD_KEY(reproduction, interfere), c->pruned[HD_PRUNE_INTERFERE]);
	hd_line_key_number(HD_KEY(reproduction, interleave), c->pruned[HD_PRUNE_INTERLEAVE]);
	hd_line_key_number(HD_KEY(reproduction, reached), c->reached);
	hd_line_key_number(HD_KEY(reproduction, relaxed), c->relaxed);
	hd_line_key_number(HD_KEY(reproduction, calls), c->level);
}

void hd_message_put_reproduction(void)
{
	hd_line_key_object(HD_KEY(done, reproduction));
	put_crash();
	put_counts(&hd_wanted->count);
	hd_line_key_list(HD_KEY(reproduction, nearest));
	for (unsigned i = 0; i < hd_wanted->nnearest; i++) {
		put_near(&hd_wanted->nearest[i]);
	}
	hd_line_close(']');
	hd_line_close('}');
}
