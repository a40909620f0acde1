// SPDX-License-Identifier: Apache-2.0
#include "api/libclang.h"

#include <dlfcn.h>

struct hd_libclang hd_clang;

static const struct {
	const char *name;
	void **function;
} functions[] = {
#define X(name) {"clang_" #name, (void **)&hd_clang.name},
	HD_LIBCLANG_FUNCTIONS(X)
#undef X
};

// By the names that distributions give it, then where it was when heddle was built.
static void *open_library(void)
{
	static const char *const names[] = {"libclang-19.so.19", "libclang-19.so.1", HEDDLE_LIBCLANG};
	void *library = NULL;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]) && !library; i++) {
		library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
	}
	return library;
}

enum hd_status hd_libclang_load(struct hd_error *error)
{
	static void *library;
	if (library) {
		return HD_OK;
	}
	library = open_library();
	if (!library) {
		return hd_fail(error, HD_INTERNAL,
			"libclang 19, which heddle needs to read headers, is not installed: %s", dlerror());
	}
	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
		*functions[i].function = dlsym(library, functions[i].name);
		if (!*functions[i].function) {
			return hd_fail(error, HD_INTERNAL, "libclang lacks %s", functions[i].name);
		}
	}
	return HD_OK;
}
