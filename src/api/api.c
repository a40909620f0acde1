// SPDX-License-Identifier: Apache-2.0
#include "api/api.h"

#include <stdlib.h>
#include <string.h>

#include "api/model.h"
#include "base/check.h"

// The steps in their order; model.h says what each does.
static enum hd_status infer(struct hd_api_model *model, const struct hd_api_request *request, struct hd_error *error)
{
	struct hd_hints *hints;
	enum hd_status status;
	if ((status = hd_api_parse(model, request, error)) != HD_OK) {
		return status;
	}
	hd_api_read_definitions(model, request->sources);
	if ((status = hd_api_read_comments(model, error)) != HD_OK ||
		(status = hd_hints_read(model, request->hints, &hints, error)) != HD_OK) {
		return status;
	}
	hd_api_find_classes(model);
	if ((status = hd_code_find_types(model, error)) != HD_OK ||
		(status = hd_api_find_members(model, error)) != HD_OK) {
		return status;
	}
	hd_api_find_modules(model);
	if ((status = hd_hints_apply_to_classes(hints, error)) != HD_OK) {
		return status;
	}
	hd_api_find_roles(model);
	hd_api_find_contracts(model);
	hd_api_find_kinds(model);
	hd_api_find_usable(model);
	return HD_OK;
}

// code: what stands behind the headers; NULL: nothing.
static enum hd_status create(struct hd_api_model **result, const struct hd_api_request *request, const char *code,
	struct hd_error *error)
{
	struct hd_api_model *model = calloc(1, sizeof(*model));
	hd_check(model != NULL);
	model->code = code ? hd_arena_copy(&model->arena, code) : NULL;
	enum hd_status status = infer(model, request, error);
	if (status != HD_OK) {
		hd_api_destroy(model);
		model = NULL;
	}
	*result = model;
	return status;
}

enum hd_status hd_api_create(struct hd_api_model **result, const struct hd_api_request *request, struct hd_error *error)
{
	enum hd_status status = create(result, request, NULL, error);
	if (status == HD_OK && (*result)->ncodes > 0) {
		struct hd_str code = {0};
		hd_code_write(*result, &code, true);
		hd_api_destroy(*result);
		status = create(result, request, hd_str_text(&code), error);
		hd_str_finish(&code);
	}
	return status;
}

void hd_api_destroy(struct hd_api_model *model)
{
	if (model) {
		hd_arena_finish(&model->arena);
		free(model);
	}
}

bool hd_api_has_inline(const struct hd_api_model *model)
{
	for (size_t i = 0; i < model->nfunctions; i++) {
		if (model->functions[i].is_inline && !model->functions[i].is_code &&
			model->functions[i].is.role != HD_API_EXCLUDED) {
			return true;
		}
	}
	return false;
}

bool hd_api_has_function(const struct hd_api_model *model, const char *name)
{
	for (size_t i = 0; i < model->nfunctions; i++) {
		if (strcmp(model->functions[i].name, name) == 0) {
			return true;
		}
	}
	return false;
}

void hd_api_symbols(const struct hd_api_model *model, struct hd_strv *names)
{
	for (size_t i = 0; i < model->nfunctions; i++) {
		if (!model->functions[i].is_inline && model->functions[i].is.role != HD_API_EXCLUDED) {
			hd_strv_add(names, model->functions[i].name);
		}
	}
}
