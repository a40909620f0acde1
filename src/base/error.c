// SPDX-License-Identifier: Apache-2.0
#include "base/error.h"

void hd_error_finish(struct hd_error *error)
{
	hd_str_finish(&error->text);
}

enum hd_status hd_fail(struct hd_error *error, enum hd_status status, const char *format, ...)
{
	// The arguments may refer to the old text: build the new one first.
	struct hd_str text = {0};
	va_list args;
	va_start(args, format);
	hd_str_vaddf(&text, format, args);
	va_end(args);
	hd_str_finish(&error->text);
	error->text = text;
	return status;
}
