// SPDX-License-Identifier: Apache-2.0
#include "base/diag.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/str.h"
#include "base/strv.h"

static bool quiet;
static bool verbose;
static struct hd_strv briefs; // for the end
static bool status_shown;

// A terminal that knows escape sequences.
static bool is_terminal(int fd)
{
	const char *term = getenv("TERM");
	return isatty(fd) && !(term && strcmp(term, "dumb") == 0);
}

bool hd_diag_colours(int fd)
{
	const char *off = getenv("NO_COLOR");
	return is_terminal(fd) && !(off && *off);
}

// Length of the escape sequence for a colour that begins here; 0: none does.
static size_t colour_length(const char *text)
{
	size_t digits = text[0] == '\033' && text[1] == '[' ? strspn(text + 2, "0123456789;") : 0;
	return text[0] == '\033' && text[1] == '[' && text[2 + digits] == 'm' ? digits + 3 : 0;
}

// Messages contain names of files and what others wrote. Only the compiler's colours are
// let through, which it was asked for.
static void print_safely(const char *text, bool colours)
{
	struct hd_str safe = {0};
	while (*text) {
		size_t length = colours ? colour_length(text) : 0;
		if (length > 0) {
			hd_str_add_bytes(&safe, text, length);
			text += length;
			continue;
		}
		const char *next = strchrnul(text + 1, '\033');
		char *piece = hd_copy_bytes(text, (size_t)(next - text));
		hd_str_add_printable(&safe, piece);
		free(piece);
		text = next;
	}
	fputs(hd_str_text(&safe), stderr);
	hd_str_finish(&safe);
}

static void say(const char *colour, const char *label, const char *format, va_list args)
{
	bool colours = hd_diag_colours(STDERR_FILENO);
	hd_status_clear();
	fprintf(stderr, "heddle: ");
	if (*label) {
		fprintf(stderr, "%s%s:%s ", colours ? colour : "", label, colours ? "\033[0m" : "");
	}
	struct hd_str text = {0};
	hd_str_vaddf(&text, format, args);
	print_safely(hd_str_text(&text), colours);
	fputc('\n', stderr);
	hd_str_finish(&text);
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

void hd_detail(const char *brief, const char *format, ...)
{
	if (!verbose) {
		if (!hd_strv_contains(&briefs, brief)) {
			hd_strv_add(&briefs, brief);
		}
		return;
	}
	va_list args;
	va_start(args, format);
	say("", "", format, args);
	va_end(args);
}

void hd_diag_verbose(bool on)
{
	verbose = on;
}

void hd_diag_end(void)
{
	for (size_t i = 0; i < briefs.count; i++) {
		hd_info("%s", briefs.items[i]);
	}
	hd_strv_finish(&briefs);
}

void hd_diag_quiet(bool on)
{
	quiet = on;
}

static size_t terminal_width(void)
{
	struct winsize size;
	return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

void hd_status_line(const char *format, ...)
{
	if (quiet || !is_terminal(STDERR_FILENO)) {
		return;
	}
	struct hd_str text = {0};
	va_list args;
	va_start(args, format);
	hd_str_vaddf(&text, format, args);
	va_end(args);
	// Only one row can be erased, and the last column may take the cursor to the next.
	hd_str_truncate(&text, terminal_width() - 1);
	fputc('\r', stderr);
	print_safely(hd_str_text(&text), false);
	fputs("\033[K", stderr);
	fflush(stderr);
	hd_str_finish(&text);
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
