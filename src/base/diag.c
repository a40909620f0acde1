// SPDX-License-Identifier: Apache-2.0
#include "base/diag.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool quiet;
static bool status_shown;

bool hd_diag_colours(int fd)
{
	const char *off = getenv("NO_COLOR");
	const char *term = getenv("TERM");
	return isatty(fd) && !(off && *off) && !(term && strcmp(term, "dumb") == 0);
}

static void say(const char *colour, const char *label, const char *format, va_list args)
{
	bool colours = hd_diag_colours(STDERR_FILENO);
	hd_status_clear();
	fprintf(stderr, "heddle: ");
	if (*label) {
		fprintf(stderr, "%s%s:%s ", colours ? colour : "", label, colours ? "\033[0m" : "");
	}
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
}

void hd_error(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	say("\033[1;31m", "error", format, args);
	va_end(args);
}

void hd_warning(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	say("\033[1;35m", "warning", format, args);
	va_end(args);
}

void hd_info(const char *format, ...)
{
	if (quiet) {
		return;
	}
	va_list args;
	va_start(args, format);
	say("", "", format, args);
	va_end(args);
}

void hd_diag_quiet(bool on)
{
	quiet = on;
}

void hd_status_line(const char *format, ...)
{
	if (quiet || !isatty(STDERR_FILENO)) {
		return;
	}
	va_list args;
	va_start(args, format);
	fputs("\r", stderr);
	vfprintf(stderr, format, args);
	fputs("\033[K", stderr);
	fflush(stderr);
	va_end(args);
	status_shown = true;
}

void hd_status_clear(void)
{
	if (status_shown) {
		fputs("\r\033[K", stderr);
		fflush(stderr);
		status_shown = false;
	}
}
