// SPDX-License-Identifier: Apache-2.0
// T ** is where a constructor stores a new object, or the variable of one that is there: list_push(T **head, ...).
// Which of them cannot be seen in a header. A function that follows a null pointer when the variable is empty
// wants an object; from then on it is a method, and its calls get the variable itself.
#include "gen/test.h"

#include <string.h>

const struct hd_api_function *hd_functions;

__attribute__((constructor)) static void begin(void)
{
	hd_functions = &__heddle_api ? __heddle_api.functions : NULL;
}

static bool has_candidates(void)
{
	for (uint32_t i = 0; i < __heddle_api.nfunctions; i++) {
		if (hd_functions[i].params[0].in_out) {
			return true;
		}
	}
	return false;
}

void hd_in_out_init(void)
{
	if (has_candidates()) {
		size_t size = __heddle_api.nfunctions * sizeof(*hd_functions);
		hd_functions = memcpy(hd_persist_alloc(size), hd_functions, size);
	}
}

void hd_in_out_correct(uint16_t function)
{
	struct hd_api_function *f = (struct hd_api_function *)hd_function(function);

	f->role = HD_API_METHOD;
	f->class = f->params[0].type;
	f->self = 0;
	f->makes = HD_API_NONE;
	f->params[0].kind = HD_API_OBJECT;
	f->params[0].size = sizeof(void *);
}
