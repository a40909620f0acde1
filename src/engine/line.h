// SPDX-License-Identifier: Apache-2.0
// One message to the host as one line of JSON, written piece by piece. Commas
// come by themselves: callers write keys and values in their order.
#ifndef HD_ENGINE_LINE_H
#define HD_ENGINE_LINE_H

#include "abi/messages.h"

#include <stdbool.h>
#include <stdint.h>

void hd_line_begin(enum hd_message message);
void hd_line_send(void);              // ends it; one worker at a time

// Values of an array. Brackets are { } [ ].
void hd_line_open(char bracket);
void hd_line_close(char bracket);
void hd_line_string(const char *text);
void hd_line_number(uint64_t value);

// Members of an object. After a bare key comes its value.
void hd_line_key(struct hd_object_key key);
void hd_line_key_object(struct hd_object_key key); // opens it
void hd_line_key_list(struct hd_list_key key);     // opens it
void hd_line_key_string(struct hd_text_key key, const char *value);
void hd_line_key_format(struct hd_text_key key, const char *format, ...) // of up to 255 characters
	__attribute__((format(printf, 2, 3)));
void hd_line_key_number(struct hd_number_key key, uint64_t value);
void hd_line_key_seconds(struct hd_real_key key, uint64_t ns);
void hd_line_key_flag(struct hd_flag_key key, bool value);
// Opens a member of a map: its name is data.
void hd_line_entry_object(const char *name);

// A member that is a long text.
void hd_line_open_text(struct hd_text_key key);
void hd_line_text(const char *text);
void hd_line_text_format(const char *format, ...) // of up to 255 characters
	__attribute__((format(printf, 1, 2)));
void hd_line_close_text(void);

#endif
