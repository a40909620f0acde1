// SPDX-License-Identifier: Apache-2.0
// A growable string (UTF-8 where code points matter).
#ifndef STRING_BUFFER_H
#define STRING_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

typedef struct string_buffer string_buffer;

/** An empty buffer; NULL when there is no memory. */
string_buffer *string_buffer_new(void);

/** An empty buffer with room for this many characters, at most 4096. */
string_buffer *string_buffer_new_capacity(int capacity);

/** A buffer with the characters of a text. */
string_buffer *string_buffer_new_string(const char *text);

/** A buffer with the characters of another. */
string_buffer *string_buffer_new_sequence(string_buffer *sequence);

/** Free the buffer. No other thread may use it any more. */
void string_buffer_free(string_buffer *buffer);

/** How many characters there are. */
int string_buffer_length(string_buffer *buffer);

/** How many there is room for. */
int string_buffer_capacity(string_buffer *buffer);

/** Make room for this many characters, at most 4096. */
void string_buffer_ensure_capacity(string_buffer *buffer, int capacity);

/** Give back the room that is not needed. */
void string_buffer_trim_to_size(string_buffer *buffer);

/** Cut off, or fill up with blanks to at most 4096; -1 when the length is not possible. */
int string_buffer_set_length(string_buffer *buffer, int length);

/** The character at an index; -1 when there is none. */
int string_buffer_char_at(string_buffer *buffer, int index);

/** The code point that begins at an index; -1 when there is none. */
int string_buffer_code_point_at(string_buffer *buffer, int index);

/** The code point before an index; -1 when there is none. */
int string_buffer_code_point_before(string_buffer *buffer, int index);

/** How many code points begin in a range; -1 when the range is wrong. */
int string_buffer_code_point_count(string_buffer *buffer, int begin, int end);

/** The index that is some code points away; -1 when there is none. */
int string_buffer_offset_by_code_points(string_buffer *buffer, int index, int count);

/** Copy a range to the caller; -1 when it is wrong or does not fit. */
int string_buffer_get_chars(string_buffer *buffer, int begin, int end, char *characters, size_t size);

/** Set a character; -1 when there is none. */
int string_buffer_set_char_at(string_buffer *buffer, int index, char character);

/** Append a text, or "null". */
string_buffer *string_buffer_append_string(string_buffer *buffer, const char *text);

/** Append the characters of another buffer, or of this one, or "null". */
string_buffer *string_buffer_append_buffer(string_buffer *buffer, string_buffer *other);

/** The same for any sequence. */
string_buffer *string_buffer_append_sequence(string_buffer *buffer, string_buffer *sequence);

/** Append a part of a sequence; NULL when the range is wrong. */
string_buffer *string_buffer_append_range(string_buffer *buffer, string_buffer *sequence, int start, int end);

/** Append characters. */
string_buffer *string_buffer_append_chars(string_buffer *buffer, const char *characters, size_t count);

/** Append "true" or "false". */
string_buffer *string_buffer_append_bool(string_buffer *buffer, bool value);

/** Append a character. */
string_buffer *string_buffer_append_char(string_buffer *buffer, char character);

/** Append a number. */
string_buffer *string_buffer_append_int(string_buffer *buffer, int number);

/** Append a number. */
string_buffer *string_buffer_append_long(string_buffer *buffer, long number);

/** Append a number. */
string_buffer *string_buffer_append_float(string_buffer *buffer, float number);

/** Append a number. */
string_buffer *string_buffer_append_double(string_buffer *buffer, double number);

/** Append a code point; NULL when it is none. */
string_buffer *string_buffer_append_code_point(string_buffer *buffer, int code_point);

/** Remove a range, as far as there is one; NULL when it is wrong. */
string_buffer *string_buffer_delete(string_buffer *buffer, int start, int end);

/** Remove a character; NULL when there is none. */
string_buffer *string_buffer_delete_char_at(string_buffer *buffer, int index);

/** Replace a range, as far as there is one, by a text; NULL when it is wrong. */
string_buffer *string_buffer_replace(string_buffer *buffer, int start, int end, const char *text);

/** The characters from an index on; how many, -1 when the index is wrong. */
int string_buffer_substring(string_buffer *buffer, int start, char *text, size_t size);

/** The characters of a range; how many, -1 when it is wrong. */
int string_buffer_substring_range(string_buffer *buffer, int start, int end, char *text, size_t size);

/** The same under its other name. */
int string_buffer_sub_sequence(string_buffer *buffer, int start, int end, char *text, size_t size);

/** Insert characters; NULL when the offset is wrong. */
string_buffer *string_buffer_insert_chars(string_buffer *buffer, int offset, const char *characters, size_t count);

/** Insert a text, or "null"; NULL when the offset is wrong. */
string_buffer *string_buffer_insert_string(string_buffer *buffer, int offset, const char *text);

/** Insert the characters of a sequence, or "null"; NULL when the offset is wrong. */
string_buffer *string_buffer_insert_sequence(string_buffer *buffer, int offset, string_buffer *sequence);

/** Insert a part of a sequence; NULL when the offset or the range is wrong. */
string_buffer *string_buffer_insert_range(string_buffer *buffer, int offset, string_buffer *sequence, int start, int end);

/** Insert "true" or "false"; NULL when the offset is wrong. */
string_buffer *string_buffer_insert_bool(string_buffer *buffer, int offset, bool value);

/** Insert a character; NULL when the offset is wrong. */
string_buffer *string_buffer_insert_char(string_buffer *buffer, int offset, char character);

/** Insert a number; NULL when the offset is wrong. */
string_buffer *string_buffer_insert_int(string_buffer *buffer, int offset, int number);

/** Insert a number; NULL when the offset is wrong. */
string_buffer *string_buffer_insert_long(string_buffer *buffer, int offset, long number);

/** Insert a number; NULL when the offset is wrong. */
string_buffer *string_buffer_insert_float(string_buffer *buffer, int offset, float number);

/** Insert a number; NULL when the offset is wrong. */
string_buffer *string_buffer_insert_double(string_buffer *buffer, int offset, double number);

/** Where a text begins first; -1 if nowhere. */
int string_buffer_index_of(string_buffer *buffer, const char *text);

/** Where a text begins first, from an index on; -1 if nowhere. */
int string_buffer_index_of_from(string_buffer *buffer, const char *text, int from);

/** Where a text begins last; -1 if nowhere. */
int string_buffer_last_index_of(string_buffer *buffer, const char *text);

/** Where a text begins last, up to an index; -1 if nowhere. */
int string_buffer_last_index_of_from(string_buffer *buffer, const char *text, int from);

/** Turn the order of the characters round. */
string_buffer *string_buffer_reverse(string_buffer *buffer);

/** The characters as text; how long it is. */
int string_buffer_to_string(string_buffer *buffer, char *text, size_t size);

#endif
