// SPDX-License-Identifier: Apache-2.0
// Linked into every program and shared object that heddle links: tells the
// runtime where this module's records and globals are.
#include "abi/model.h"

#define RANGE(type, section)                                                                       \
	extern type __start_##section[] __attribute__((weak, visibility("hidden")));                   \
	extern type __stop_##section[] __attribute__((weak, visibility("hidden")));

RANGE(const struct hd_site, heddle_sites)
RANGE(const struct hd_func, heddle_funcs)
RANGE(const struct hd_call, heddle_calls)
RANGE(const struct hd_edge, heddle_edges)
RANGE(char, heddle_globals)
RANGE(const struct hd_other, heddle_others)

void __heddle_register(struct hd_module *m);

static struct hd_module module;

__attribute__((constructor(101))) static void register_module(void)
{
	module = (struct hd_module){
		.sites = __start_heddle_sites,
		.sites_end = __stop_heddle_sites,
		.funcs = __start_heddle_funcs,
		.funcs_end = __stop_heddle_funcs,
		.calls = __start_heddle_calls,
		.calls_end = __stop_heddle_calls,
		.edges = __start_heddle_edges,
		.edges_end = __stop_heddle_edges,
		.globals = __start_heddle_globals,
		.globals_end = __stop_heddle_globals,
		.others = __start_heddle_others,
		.others_end = __stop_heddle_others,
	};
	__heddle_register(&module);
}
