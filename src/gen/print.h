// SPDX-License-Identifier: Apache-2.0
// The parts of a test as C text (print.c, print_check.c), for the whole file
// (print_file.c). Calls are numbered from 1 as they are printed: prefix, threads,
// observers. Variables that belong to a call carry its number.
#ifndef HD_GEN_PRINT_H
#define HD_GEN_PRINT_H

#include "gen/test.h"

// Text that grows to the right; `used` may pass `size`, then the rest is cut.
struct hd_text {
	char *out;
	size_t size, used;
	bool keeps_results; // results of calls are compared in the end: they get variables
	bool spells_structs; // structs are arguments with their contents: they get no variables
};

// A call with what is needed to print it.
struct hd_printed {
	const struct hd_test *test;
	const struct hd_call_data *call;
	int index; // by which arguments refer to what it makes; -1: they do not
	unsigned number;
};

__attribute__((format(printf, 2, 3))) void hd_put(struct hd_text *t, const char *format, ...);
void hd_put_quoted(struct hd_text *t, const char *s, size_t n);
void hd_put_constant(struct hd_text *t, const struct hd_api_type *type, int64_t value);
void hd_put_object(struct hd_text *t, const struct hd_test *test, int64_t i); // of the object's type
void hd_put_variable(struct hd_text *t, const struct hd_test *test, int64_t i);
void hd_put_type(struct hd_text *t, const char *type); // with a space after it where one belongs

void hd_put_call(struct hd_text *t, const struct hd_printed *c);
// Is the object it makes or gives kept in a variable, and of which class is that?
bool hd_has_variable(const struct hd_printed *c);
uint16_t hd_class_given(const struct hd_printed *c);

// Variables of arguments: room for results, buffers whose contents are compared.
bool hd_is_out_variable(const struct hd_call_data *c, unsigned p);
bool hd_is_kept_buffer(const struct hd_text *t, const struct hd_call_data *c, unsigned p);
void hd_put_argument_variable(struct hd_text *t, const struct hd_printed *c, unsigned p);
void hd_put_declarations(struct hd_text *t, const struct hd_printed *c, bool at_file_scope);
// Fields of structs that no initialiser can set: objects, fresh memory.
void hd_put_field_assignments(struct hd_text *t, const struct hd_printed *c);

// print_check.c
// Terms that hold for the results of the execution just made, and all together
// for those of no sequential order.
void hd_put_condition(struct hd_text *t, const struct hd_test *test);
// What a call of the execution just made handed out before it was filled in: a variable for it as it was, and the
// copy. Nothing if there is no such thing.
void hd_put_early_variable(struct hd_text *t, const struct hd_printed *c);
void hd_put_early_copy(struct hd_text *t, const struct hd_printed *c);

// The i-th call of all with its number: prefix, threads, then observers; false: no more.
bool hd_printed_call(const struct hd_test *test, unsigned i, struct hd_printed *out, int *thread);

#endif
