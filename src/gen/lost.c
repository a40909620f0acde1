// SPDX-License-Identifier: Apache-2.0
#include "gen/lost.h"
#include "gen/kin.h"
#include "gen/reach.h"
#include "gen/run.h"
#include "runtime/specific.h"

#define TAG_BITS 16 // that some libraries keep in a pointer, above the address

// Was the library told to end what this prefix call made?
static bool is_to_be_gone(const struct hd_test *t, unsigned call)
{
	struct hd_call_data c;

	return (t->gives_away && call == t->shared) || hd_kin_is_ended(t, call) || hd_test_destroyer(t, call, &c);
}

bool hd_lost_is_over(const struct hd_test *t)
{
	bool over = t->shared != 0xff;

	for (unsigned i = 0; i < t->nprefix; i++) {
		const struct hd_api_function *f = hd_function(t->prefix[i].function);
		bool makes = f->makes != HD_API_NONE && __heddle_api.classes[f->makes].shape != HD_API_MODULE;
		over &= !makes || is_to_be_gone(t, i);
	}
	return over;
}

static bool is_gone(uintptr_t block)
{
	int call = hd_test_object((const void *)block);

	return call >= 0 && is_to_be_gone(hd_test_running, (unsigned)call);
}

static void add_pointer(uint64_t word)
{
	uintptr_t block = hd_heap_block_at(word << TAG_BITS >> TAG_BITS);

	if (block && !is_gone(block)) {
		hd_reach_number(block);
	}
}

// Results belong to the caller, and so does what they point to.
static void add_results(const struct hd_call_data *c, const struct hd_frame *f)
{
	if (!f->ended) {
		return;
	}
	add_pointer(f->result.u);
	for (unsigned p = 0; p < hd_function(c->function)->nparams; p++) {
		if (c->args[p].source == HD_FROM_OUT) {
			hd_reach_memory((uintptr_t)f->out[p], sizeof(f->out[p]), add_pointer);
		}
	}
}

static void add_all_results(const struct hd_test *t)
{
	const struct hd_call_data *c;

	for (unsigned i = 0; i < t->nprefix; i++) {
		add_results(&t->prefix[i], &hd_prefix_frames[i]);
		add_pointer((uintptr_t)hd_objects[i]);
	}
	for (unsigned k = 0; k < t->nthreads; k++) {
		for (unsigned i = 0; i < t->nsuffix[k]; i++) {
			add_results(&t->suffix[k][i], &hd_suffix_frames[k][i]);
		}
	}
	for (unsigned i = 0; (c = hd_test_observer(t, i)); i++) {
		add_results(c, &hd_observer_frames[i]);
	}
}

// Also those of threads that have ended.
static void add_thread_locals(void)
{
	for (unsigned i = 0; i < hd.nfibers; i++) {
		hd_reach_memory((uintptr_t)hd_fibers[i].tls, hd_tls_used(), add_pointer);
		for (unsigned k = 0; k < HD_MAX_KEYS; k++) {
			add_pointer((uintptr_t)hd_specific_value(i, k));
		}
	}
}

// Blocks of uninstrumented code and of the test itself; what they are for is not known.
static void add_blocks_of_others(void)
{
	for (uintptr_t p = 0; (p = hd_heap_next_live(p));) {
		if (!hd_block_of(p)->site) {
			add_pointer(p);
		}
	}
}

static void follow_pointers(void)
{
	uintptr_t block;

	for (uint32_t i = 0; (block = hd_reach_block(i)) && !hd_reach_overflows(); i++) {
		if (hd_block_of(block)->state == HD_BLOCK_LIVE) {
			hd_reach_memory(block, hd_block_of(block)->size, add_pointer);
		}
	}
}

struct hd_lost_memory hd_lost_find(void)
{
	struct hd_lost_memory lost = {0};

	hd_reach_begin(HD_REACH_WORDS);
	hd_reach_globals(add_pointer);
	add_thread_locals();
	add_all_results(hd_test_running);
	add_blocks_of_others();
	follow_pointers();
	for (uintptr_t p = 0; !hd_reach_overflows() && (p = hd_heap_next_live(p));) {
		if (hd_block_of(p)->site && !hd_reach_has(p)) {
			lost.site = lost.site ? lost.site : hd_site_from_low(hd_block_of(p)->site);
			lost.address = lost.address ? lost.address : p;
			lost.bytes += hd_block_of(p)->size;
			lost.blocks++;
		}
	}
	return lost;
}
