// SPDX-License-Identifier: Apache-2.0
// The front end below the listing: words of names, pairs of parameters,
// enumerations, comments, declarations. Whole headers: tests/api.
#include "unit.h"

#include "api/model.h"

static void expect_words(const char *name, const char *joined)
{
	struct hd_words words;
	struct hd_str text = {0};
	hd_words_split(&words, name);
	for (size_t i = 0; i < words.count; i++) {
		hd_str_addf(&text, "%s%s", i ? " " : "", words.items[i]);
	}
	assert_string_equal(hd_str_text(&text), joined);
	hd_str_finish(&text);
}

static void names_are_words(void **state)
{
	(void)state;
	expect_words("queue_push_back", "queue push back");
	expect_words("queuePushBack", "queue push back");
	expect_words("XMLParserCreate", "xml parser create");
	expect_words("XML_ParserCreate_MM", "xml parser create mm");
	expect_words("gzopen", "gz open");
	expect_words("_private__name_", "private name");
	expect_words("open", "open");
	expect_words("", "");
	expect_words("a_b_c_d_e_f_g_h_i_j_k_l", "a b c d e f g h i jkl");
}

static void class_names_are_found_in_function_names(void **state)
{
	(void)state;
	struct hd_words words, class, copy;
	hd_words_split_type(&class, "struct hashtable_t");
	assert_int_equal(class.count, 1);
	hd_words_split(&words, "hash_table_put");
	assert_true(hd_words_begin(&words, &class));
	hd_words_copy(&copy, &words);
	assert_true(hd_words_remove(&copy, &class));
	assert_int_equal(copy.count, 1);
	assert_string_equal(copy.items[0], "put");
	assert_int_equal(words.count, 3);
	hd_words_split(&words, "free_hash_table");
	assert_false(hd_words_begin(&words, &class));
	assert_true(hd_words_remove(&words, &class));
	assert_string_equal(words.items[0], "free");
	hd_words_split(&words, "hash_tables");
	assert_false(hd_words_remove(&words, &class));
}

// Types for the pairing tests.
static const struct hd_raw_type int_type = {.kind = HD_RAW_INT, .size = 4, .is_signed = true, .text = "int"};
static const struct hd_raw_type size_type = {.kind = HD_RAW_INT, .size = 8, .text = "size_t", .alias = "size_t"};
static const struct hd_raw_type char_type = {.kind = HD_RAW_INT,
	.size = 1,
	.is_signed = true,
	.is_const = true,
	.text = "const char"};
static const struct hd_raw_type void_type = {.kind = HD_RAW_VOID, .text = "void"};
static const struct hd_raw_type function_type = {.kind = HD_RAW_FUNCTION, .text = "void (void *)"};
static const struct hd_raw_type void_pointer = {.kind = HD_RAW_POINTER, .size = 8, .to = &void_type, .text = "void *"};
static const struct hd_raw_type string = {.kind = HD_RAW_POINTER, .size = 8, .to = &char_type, .text = "const char *"};
static const struct hd_raw_type int_pointer = {.kind = HD_RAW_POINTER, .size = 8, .to = &int_type, .text = "int *"};
static const struct hd_raw_type size_pointer = {.kind = HD_RAW_POINTER,
	.size = 8,
	.to = &size_type,
	.text = "size_t *"};
static const struct hd_raw_type callback = {.kind = HD_RAW_POINTER,
	.size = 8,
	.to = &function_type,
	.text = "void (*)(void *)"};

struct param {
	const struct hd_raw_type *type;
	const char *name;
	int kind;    // expected
	int related; // expected; -1: none
};

static void expect_pairs(const struct param *params)
{
	struct hd_api_type types[8];
	const struct hd_raw_type *raw[8];
	static struct hd_raw_signature signature = {.key = "void (void *)"};
	struct hd_raw_type with_signature = callback, function = function_type;
	struct hd_api_model model = {0};
	size_t count = 0;
	function.signature = &signature;
	with_signature.to = &function;
	signature.index = HD_API_NONE;
	for (; params[count].type; count++) {
		raw[count] = params[count].type == &callback ? &with_signature : params[count].type;
		hd_kind_of(&model, &types[count], raw[count], params[count].name, 0);
	}
	hd_kinds_pair(types, raw, count);
	for (size_t i = 0; i < count; i++) {
		if (types[i].kind != params[i].kind) {
			fail_msg("'%s' is %s, not %s", params[i].name, hd_kind_name(types[i].kind),
				hd_kind_name(params[i].kind));
		}
		assert_int_equal(types[i].related, params[i].related < 0 ? HD_NO_PARAM : params[i].related);
	}
	hd_arena_finish(&model.arena);
}

#define PAIRS(...) expect_pairs((const struct param[]){__VA_ARGS__, {0}})

static void buffers_have_lengths(void **state)
{
	(void)state;
	PAIRS({&void_pointer, "data", HD_API_BUFFER, 1}, {&size_type, "len", HD_API_LENGTH, 0});
	PAIRS({&void_pointer, "", HD_API_BUFFER, 1}, {&size_type, "", HD_API_LENGTH, 0});
	PAIRS({&void_pointer, "", HD_API_PAYLOAD, -1}, {&int_type, "", HD_API_INT, -1});
	PAIRS({&size_type, "n", HD_API_LENGTH, 1}, {&int_pointer, "items", HD_API_BUFFER, 0});
	PAIRS({&int_pointer, "items", HD_API_BUFFER, 1}, {&int_type, "num_items", HD_API_LENGTH, 0});
	PAIRS({&string, "key", HD_API_BUFFER, 1}, {&int_type, "keylen", HD_API_LENGTH, 0});
	PAIRS({&void_pointer, "buf", HD_API_BUFFER, 1}, {&size_pointer, "len", HD_API_OUT, 0});
	PAIRS({&string, "key", HD_API_BUFFER, 1}, {&size_type, "klen", HD_API_LENGTH, 0},
		{&string, "value", HD_API_BUFFER, 3}, {&size_type, "vlen", HD_API_LENGTH, 2});
}

static void not_every_integer_is_a_length(void **state)
{
	(void)state;
	PAIRS({&string, "text", HD_API_STRING, -1}, {&int_type, "level", HD_API_INT, -1});
	PAIRS({&int_type, "level", HD_API_INT, -1}, {&string, "text", HD_API_STRING, -1});
	PAIRS({&size_type, "size", HD_API_INT, -1}, {&string, "name", HD_API_STRING, -1});
	PAIRS({&int_pointer, "result", HD_API_OUT, -1});
	PAIRS({&size_type, "capacity", HD_API_INT, -1});
	PAIRS({&void_pointer, "item", HD_API_PAYLOAD, -1}, {&int_type, "priority", HD_API_INT, -1});
}

static void callbacks_have_data(void **state)
{
	(void)state;
	PAIRS({&callback, "f", HD_API_CALLBACK, -1}, {&void_pointer, "arg", HD_API_USERDATA, 0});
	PAIRS({&void_pointer, "ctx", HD_API_USERDATA, 1}, {&callback, "f", HD_API_CALLBACK, -1});
	PAIRS({&callback, "f", HD_API_CALLBACK, -1}, {&void_pointer, "item", HD_API_PAYLOAD, -1},
		{&void_pointer, "user_data", HD_API_USERDATA, 0});
	PAIRS({&callback, "f", HD_API_CALLBACK, -1}, {&void_pointer, "a_data", HD_API_USERDATA, 0},
		{&callback, "g", HD_API_CALLBACK, -1}, {&void_pointer, "b_data", HD_API_USERDATA, 2});
}

static bool is_flags(const char *enum_name, const char *name, const int64_t *values, size_t count)
{
	struct hd_api_enumerator enumerators[8];
	for (size_t i = 0; i < count; i++) {
		enumerators[i] = (struct hd_api_enumerator){.name = "E", .value = values[i]};
	}
	const struct hd_raw_enum enumeration = {.name = enum_name, .count = count, .enumerators = enumerators};
	return hd_enum_is_flags(&enumeration, name);
}

static void flags_are_powers_of_two(void **state)
{
	(void)state;
	assert_true(is_flags("", "x", (int64_t[]){1, 2, 4}, 3));
	assert_true(is_flags("", "x", (int64_t[]){0, 1, 2, 4, 8, 15}, 6));
	assert_false(is_flags("", "x", (int64_t[]){0, 1, 2}, 3));
	assert_false(is_flags("", "x", (int64_t[]){0, 1, 2, 3}, 4));
	assert_false(is_flags("", "x", (int64_t[]){0, 1, 2, 3, 4}, 5));
	assert_true(is_flags("open_flags", "x", (int64_t[]){0, 1, 2}, 3));
	assert_true(is_flags("", "mask", (int64_t[]){1, 2}, 2));
	assert_false(is_flags("mode", "mode", (int64_t[]){-1, 1, 2}, 3));
	assert_false(is_flags("flags", "", (int64_t[]){5, 6}, 2));
}

static void comments_warn(void **state)
{
	(void)state;
	assert_true(hd_comment_says_unsafe("/* This is NOT thread-safe. */"));
	assert_true(hd_comment_says_unsafe("// This is not\n// thread safe."));
	assert_true(hd_comment_says_unsafe("/**\n * The caller must\n * hold the lock.\n */"));
	assert_false(hd_comment_says_unsafe("/* Thread-safe. */"));
	assert_false(hd_comment_says_unsafe(""));
}

static void expect_declaration(const char *type, const char *text)
{
	struct hd_str out = {0};
	hd_declare(&out, type, "x");
	assert_string_equal(hd_str_text(&out), text);
	hd_str_finish(&out);
}

static void declarations_are_c(void **state)
{
	(void)state;
	expect_declaration("int", "int x");
	expect_declaration("struct s *", "struct s *x");
	expect_declaration("int[4]", "int x[4]");
	expect_declaration("void (*)(int)", "void (*x)(int)");
	expect_declaration("void (**)(int)", "void (**x)(int)");
	expect_declaration("void (*const)(int)", "void (*const x)(int)");
	expect_declaration("int (int)", "int (*x)(int)");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_are_words),
		cmocka_unit_test(class_names_are_found_in_function_names),
		cmocka_unit_test(buffers_have_lengths),
		cmocka_unit_test(not_every_integer_is_a_length),
		cmocka_unit_test(callbacks_have_data),
		cmocka_unit_test(flags_are_powers_of_two),
		cmocka_unit_test(comments_warn),
		cmocka_unit_test(declarations_are_c),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
