// SPDX-License-Identifier: Apache-2.0
// One message to the host as one line of JSON, written piece by piece. Commas
// come by themselves: callers write keys and values in their order.
#ifndef HD_ENGINE_LINE_H
#define HD_ENGINE_LINE_H

#include <stdbool.h>
#include <stdint.h>

void hd_line_begin(const char *type); // an object with this "type"
void hd_line_send(void);              // ends it; one worker at a time

// Values of an array. Brackets are { } [ ].
void hd_line_open(char bracket);
void hd_line_close(char bracket);
void hd_line_string(const char *text);
void hd_line_number(uint64_t value);

// Members of an object. After a bare key comes its value.
void hd_line_key(const char *name);
void hd_line_key_open(const char *name, char bracket);
void hd_line_key_string(const char *name, const char *value);
void hd_line_key_number(const char *name, uint64_t value);
void hd_line_key_flag(const char *name, bool value);
void hd_line_key_format(const char *name, const char *format, ...) // JSON as it is, of up to 255 characters
    __attribute__((format(printf, 2, 3)));

// A member that is a long text.
void hd_line_open_text(const char *name);
void hd_line_text(const char *text);
void hd_line_text_format(const char *format, ...) // of up to 255 characters
    __attribute__((format(printf, 1, 2)));
void hd_line_close_text(void);

#endif
