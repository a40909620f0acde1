// SPDX-License-Identifier: Apache-2.0
// All functions hold the monitor; those that do not, forward to one that does.
// string_buffer_insert_sequence asks the sequence for its length before: if that
// is the buffer itself, or one that others change, it can be shorter by then.
#include "string_buffer.h"

#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 4096

struct string_buffer {
	pthread_mutex_t monitor;
	char *value;
	int count;
	int capacity;
};

#define SYNCHRONIZED(buffer) __attribute__((cleanup(leave), unused)) string_buffer *held = enter(buffer)

static string_buffer *enter(string_buffer *buffer)
{
	pthread_mutex_lock(&buffer->monitor);
	return buffer;
}

static void leave(string_buffer **buffer)
{
	pthread_mutex_unlock(&(*buffer)->monitor);
}

#ifdef FIXED
// Both, the lower address first.
#define SYNCHRONIZED_BOTH(a, b) \
	SYNCHRONIZED((uintptr_t)(a) < (uintptr_t)(b) ? (a) : (b)); \
	__attribute__((cleanup(leave), unused)) string_buffer *held_too = enter((uintptr_t)(a) < (uintptr_t)(b) ? (b) : (a))
#endif

// ---- with the monitor held -------------------------------------------------

static void expand(string_buffer *buffer, int capacity)
{
	if (capacity <= buffer->capacity) {
		return;
	}
	int larger = (buffer->capacity + 1) * 2;
	if (larger < capacity) {
		larger = capacity;
	}
	char *value = realloc(buffer->value, (size_t)larger);
	if (!value) {
		abort();
	}
	buffer->value = value;
	buffer->capacity = larger;
}

static string_buffer *insert(string_buffer *buffer, int offset, const char *characters, int count)
{
	if (offset < 0 || offset > buffer->count) {
		return NULL;
	}
	expand(buffer, buffer->count + count);
	memmove(buffer->value + offset + count, buffer->value + offset, (size_t)(buffer->count - offset));
	memcpy(buffer->value + offset, characters, (size_t)count);
	buffer->count += count;
	return buffer;
}

static string_buffer *append(string_buffer *buffer, const char *text)
{
	return insert(buffer, buffer->count, text, (int)strlen(text));
}

static bool is_lead(char character)
{
	return ((unsigned char)character & 0xc0) != 0x80;
}

static int decode(const string_buffer *buffer, int index)
{
	unsigned char first = (unsigned char)buffer->value[index];
	int more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
	int code_point = more ? first & (0x3f >> more) : first;
	for (int i = 1; i <= more && index + i < buffer->count && !is_lead(buffer->value[index + i]); i++) {
		code_point = code_point << 6 | (buffer->value[index + i] & 0x3f);
	}
	return code_point;
}

static bool is_range(const string_buffer *buffer, int start, int end)
{
	return start >= 0 && start <= end && end <= buffer->count;
}

static int copy_out(const string_buffer *buffer, int start, int end, char *text, size_t size)
{
	if (!is_range(buffer, start, end)) {
		return -1;
	}
	if (text && size > 0) {
		size_t n = (size_t)(end - start) < size - 1 ? (size_t)(end - start) : size - 1;
		memcpy(text, buffer->value + start, n);
		text[n] = '\0';
	}
	return end - start;
}

static bool matches(const string_buffer *buffer, int at, const char *text, int length)
{
	return memcmp(buffer->value + at, text, (size_t)length) == 0;
}

// ---- making ----------------------------------------------------------------

string_buffer *string_buffer_new_capacity(int capacity)
{
	if (capacity < 0 || capacity > MOST) {
		return NULL;
	}
	string_buffer *buffer = calloc(1, sizeof *buffer);
	if (!buffer) {
		return NULL;
	}
	pthread_mutexattr_t attributes;
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&buffer->monitor, &attributes);
	pthread_mutexattr_destroy(&attributes);
	buffer->value = malloc(capacity ? (size_t)capacity : 1);
	buffer->capacity = capacity;
	if (!buffer->value) {
		string_buffer_free(buffer);
		return NULL;
	}
	return buffer;
}

string_buffer *string_buffer_new(void)
{
	return string_buffer_new_capacity(16);
}

string_buffer *string_buffer_new_string(const char *text)
{
	string_buffer *buffer = text ? string_buffer_new_capacity((int)strlen(text) + 16) : NULL;
	return buffer ? append(buffer, text) : NULL;
}

string_buffer *string_buffer_new_sequence(string_buffer *sequence)
{
	if (!sequence) {
		return NULL;
	}
	SYNCHRONIZED(sequence);
	string_buffer *buffer = string_buffer_new_capacity(16);
	return buffer ? insert(buffer, 0, sequence->value, sequence->count) : NULL;
}

void string_buffer_free(string_buffer *buffer)
{
	if (!buffer) {
		return;
	}
	pthread_mutex_destroy(&buffer->monitor);
	free(buffer->value);
	free(buffer);
}

// ---- length and characters -------------------------------------------------

int string_buffer_length(string_buffer *buffer)
{
	SYNCHRONIZED(buffer);
	return buffer->count;
}

int string_buffer_capacity(string_buffer *buffer)
{
	SYNCHRONIZED(buffer);
	return buffer->capacity;
}

void string_buffer_ensure_capacity(string_buffer *buffer, int capacity)
{
	SYNCHRONIZED(buffer);
	expand(buffer, capacity < MOST ? capacity : MOST);
}

void string_buffer_trim_to_size(string_buffer *buffer)
{
	SYNCHRONIZED(buffer);
	if (buffer->count < buffer->capacity && buffer->count > 0) {
		char *value = realloc(buffer->value, (size_t)buffer->count);
		if (value) {
			buffer->value = value;
			buffer->capacity = buffer->count;
		}
	}
}

int string_buffer_set_length(string_buffer *buffer, int length)
{
	SYNCHRONIZED(buffer);
	if (length < 0 || length > MOST) {
		return -1;
	}
	expand(buffer, length);
	if (length > buffer->count) {
		memset(buffer->value + buffer->count, ' ', (size_t)(length - buffer->count));
	}
	buffer->count = length;
	return 0;
}

int string_buffer_char_at(string_buffer *buffer, int index)
{
	SYNCHRONIZED(buffer);
	return index >= 0 && index < buffer->count ? (unsigned char)buffer->value[index] : -1;
}

int string_buffer_code_point_at(string_buffer *buffer, int index)
{
	SYNCHRONIZED(buffer);
	return index >= 0 && index < buffer->count ? decode(buffer, index) : -1;
}

int string_buffer_code_point_before(string_buffer *buffer, int index)
{
	SYNCHRONIZED(buffer);
	if (index < 1 || index > buffer->count) {
		return -1;
	}
	int at = index - 1;
	while (at > 0 && !is_lead(buffer->value[at])) {
		at--;
	}
	return decode(buffer, at);
}

int string_buffer_code_point_count(string_buffer *buffer, int begin, int end)
{
	SYNCHRONIZED(buffer);
	if (!is_range(buffer, begin, end)) {
		return -1;
	}
	int n = 0;
	for (int i = begin; i < end; i++) {
		n += is_lead(buffer->value[i]);
	}
	return n;
}

int string_buffer_offset_by_code_points(string_buffer *buffer, int index, int count)
{
	SYNCHRONIZED(buffer);
	if (index < 0 || index > buffer->count) {
		return -1;
	}
	for (; count > 0 && index < buffer->count; count--) {
		do {
			index++;
		} while (index < buffer->count && !is_lead(buffer->value[index]));
	}
	for (; count < 0 && index > 0; count++) {
		do {
			index--;
		} while (index > 0 && !is_lead(buffer->value[index]));
	}
	return count == 0 ? index : -1;
}

int string_buffer_get_chars(string_buffer *buffer, int begin, int end, char *characters, size_t size)
{
	SYNCHRONIZED(buffer);
	if (!is_range(buffer, begin, end) || (size_t)(end - begin) > size) {
		return -1;
	}
	memcpy(characters, buffer->value + begin, (size_t)(end - begin));
	return 0;
}

int string_buffer_set_char_at(string_buffer *buffer, int index, char character)
{
	SYNCHRONIZED(buffer);
	if (index < 0 || index >= buffer->count) {
		return -1;
	}
	buffer->value[index] = character;
	return 0;
}

// ---- append ----------------------------------------------------------------

string_buffer *string_buffer_append_string(string_buffer *buffer, const char *text)
{
	SYNCHRONIZED(buffer);
	return append(buffer, text ? text : "null");
}

string_buffer *string_buffer_append_buffer(string_buffer *buffer, string_buffer *other)
{
	if (!other) {
		return string_buffer_append_string(buffer, NULL);
	}
#ifdef FIXED
	SYNCHRONIZED_BOTH(buffer, other);
#else
	SYNCHRONIZED(buffer);
#endif
	int count = string_buffer_length(other);
	expand(buffer, buffer->count + count);
	int status = string_buffer_get_chars(other, 0, count, buffer->value + buffer->count, (size_t)count);
	assert(status == 0);
	buffer->count += count;
	return status == 0 ? buffer : NULL;
}

string_buffer *string_buffer_append_sequence(string_buffer *buffer, string_buffer *sequence)
{
	return string_buffer_append_buffer(buffer, sequence);
}

string_buffer *string_buffer_append_range(string_buffer *buffer, string_buffer *sequence, int start, int end)
{
	if (!sequence) {
		return NULL;
	}
#ifdef FIXED
	SYNCHRONIZED_BOTH(buffer, sequence);
#else
	SYNCHRONIZED(buffer);
#endif
	if (start < 0 || start > end || end > string_buffer_length(sequence)) {
		return NULL;
	}
	for (int i = start; i < end; i++) {
		char character = (char)string_buffer_char_at(sequence, i);
		insert(buffer, buffer->count, &character, 1);
	}
	return buffer;
}

string_buffer *string_buffer_append_chars(string_buffer *buffer, const char *characters, size_t count)
{
	SYNCHRONIZED(buffer);
	return characters ? insert(buffer, buffer->count, characters, (int)count) : buffer;
}

string_buffer *string_buffer_append_bool(string_buffer *buffer, bool value)
{
	SYNCHRONIZED(buffer);
	return append(buffer, value ? "true" : "false");
}

string_buffer *string_buffer_append_char(string_buffer *buffer, char character)
{
	SYNCHRONIZED(buffer);
	return insert(buffer, buffer->count, &character, 1);
}

string_buffer *string_buffer_append_int(string_buffer *buffer, int number)
{
	return string_buffer_append_long(buffer, number);
}

string_buffer *string_buffer_append_long(string_buffer *buffer, long number)
{
	char text[32];
	snprintf(text, sizeof text, "%ld", number);
	SYNCHRONIZED(buffer);
	return append(buffer, text);
}

string_buffer *string_buffer_append_float(string_buffer *buffer, float number)
{
	return string_buffer_append_double(buffer, (double)number);
}

string_buffer *string_buffer_append_double(string_buffer *buffer, double number)
{
	char text[64];
	snprintf(text, sizeof text, "%g", number);
	SYNCHRONIZED(buffer);
	return append(buffer, text);
}

string_buffer *string_buffer_append_code_point(string_buffer *buffer, int code_point)
{
	char text[4];
	int more = code_point >= 0x10000 ? 3 : code_point >= 0x800 ? 2 : code_point >= 0x80 ? 1 : 0;
	if (code_point < 0 || code_point > 0x10ffff) {
		return NULL;
	}
	text[0] = (char)(more ? (0xf0 << (3 - more) & 0xff) | code_point >> 6 * more : code_point);
	for (int i = 1; i <= more; i++) {
		text[i] = (char)(0x80 | (code_point >> 6 * (more - i) & 0x3f));
	}
	SYNCHRONIZED(buffer);
	return insert(buffer, buffer->count, text, more + 1);
}

// ---- delete and replace ----------------------------------------------------

string_buffer *string_buffer_delete(string_buffer *buffer, int start, int end)
{
	SYNCHRONIZED(buffer);
	if (end > buffer->count) {
		end = buffer->count;
	}
	if (start < 0 || start > end) {
		return NULL;
	}
	memmove(buffer->value + start, buffer->value + end, (size_t)(buffer->count - end));
	buffer->count -= end - start;
	return buffer;
}

string_buffer *string_buffer_delete_char_at(string_buffer *buffer, int index)
{
	SYNCHRONIZED(buffer);
	return index < 0 || index >= buffer->count ? NULL : string_buffer_delete(buffer, index, index + 1);
}

string_buffer *string_buffer_replace(string_buffer *buffer, int start, int end, const char *text)
{
	SYNCHRONIZED(buffer);
	if (!text || start < 0 || start > buffer->count || start > end) {
		return NULL;
	}
	string_buffer_delete(buffer, start, end);
	return insert(buffer, start, text, (int)strlen(text));
}

// ---- parts -----------------------------------------------------------------

int string_buffer_substring(string_buffer *buffer, int start, char *text, size_t size)
{
	SYNCHRONIZED(buffer);
	return copy_out(buffer, start, buffer->count, text, size);
}

int string_buffer_substring_range(string_buffer *buffer, int start, int end, char *text, size_t size)
{
	SYNCHRONIZED(buffer);
	return copy_out(buffer, start, end, text, size);
}

int string_buffer_sub_sequence(string_buffer *buffer, int start, int end, char *text, size_t size)
{
	SYNCHRONIZED(buffer);
	return copy_out(buffer, start, end, text, size);
}

// ---- insert ----------------------------------------------------------------

string_buffer *string_buffer_insert_chars(string_buffer *buffer, int offset, const char *characters, size_t count)
{
	SYNCHRONIZED(buffer);
	return insert(buffer, offset, characters ? characters : "", characters ? (int)count : 0);
}

string_buffer *string_buffer_insert_string(string_buffer *buffer, int offset, const char *text)
{
	SYNCHRONIZED(buffer);
	return insert(buffer, offset, text ? text : "null", text ? (int)strlen(text) : 4);
}

enum { BAD_OFFSET = -1, BAD_RANGE = -2 };

static int insert_range(string_buffer *buffer, int offset, string_buffer *sequence, int start, int end)
{
	SYNCHRONIZED(buffer);
	if (offset < 0 || offset > buffer->count) {
		return BAD_OFFSET;
	}
	if (start < 0 || start > end || end > string_buffer_length(sequence)) {
		return BAD_RANGE;
	}
	int count = end - start;
	char *characters = malloc(count ? (size_t)count : 1);
	if (!characters) {
		abort();
	}
	for (int i = 0; i < count; i++) {
		characters[i] = (char)string_buffer_char_at(sequence, start + i);
	}
	insert(buffer, offset, characters, count);
	free(characters);
	return 0;
}

string_buffer *string_buffer_insert_sequence(string_buffer *buffer, int offset, string_buffer *sequence)
{
	if (!sequence) {
		return string_buffer_insert_string(buffer, offset, NULL);
	}
#ifdef FIXED
	SYNCHRONIZED_BOTH(buffer, sequence);
#endif
	int length = string_buffer_length(sequence);
	int status = insert_range(buffer, offset, sequence, 0, length);
	assert(status != BAD_RANGE);
	return status == 0 ? buffer : NULL;
}

string_buffer *string_buffer_insert_range(string_buffer *buffer, int offset, string_buffer *sequence, int start, int end)
{
	if (!sequence) {
		return NULL;
	}
#ifdef FIXED
	SYNCHRONIZED_BOTH(buffer, sequence);
#endif
	return insert_range(buffer, offset, sequence, start, end) == 0 ? buffer : NULL;
}

string_buffer *string_buffer_insert_bool(string_buffer *buffer, int offset, bool value)
{
	return string_buffer_insert_string(buffer, offset, value ? "true" : "false");
}

string_buffer *string_buffer_insert_char(string_buffer *buffer, int offset, char character)
{
	SYNCHRONIZED(buffer);
	return insert(buffer, offset, &character, 1);
}

string_buffer *string_buffer_insert_int(string_buffer *buffer, int offset, int number)
{
	return string_buffer_insert_long(buffer, offset, number);
}

string_buffer *string_buffer_insert_long(string_buffer *buffer, int offset, long number)
{
	char text[32];
	snprintf(text, sizeof text, "%ld", number);
	return string_buffer_insert_string(buffer, offset, text);
}

string_buffer *string_buffer_insert_float(string_buffer *buffer, int offset, float number)
{
	return string_buffer_insert_double(buffer, offset, (double)number);
}

string_buffer *string_buffer_insert_double(string_buffer *buffer, int offset, double number)
{
	char text[64];
	snprintf(text, sizeof text, "%g", number);
	return string_buffer_insert_string(buffer, offset, text);
}

// ---- search ----------------------------------------------------------------

int string_buffer_index_of(string_buffer *buffer, const char *text)
{
	return string_buffer_index_of_from(buffer, text, 0);
}

int string_buffer_index_of_from(string_buffer *buffer, const char *text, int from)
{
	SYNCHRONIZED(buffer);
	int length = text ? (int)strlen(text) : 0;
	for (int i = from > 0 ? from : 0; text && i <= buffer->count - length; i++) {
		if (matches(buffer, i, text, length)) {
			return i;
		}
	}
	return -1;
}

int string_buffer_last_index_of(string_buffer *buffer, const char *text)
{
#ifdef FIXED
	SYNCHRONIZED(buffer);
#endif
	return string_buffer_last_index_of_from(buffer, text, string_buffer_length(buffer));
}

int string_buffer_last_index_of_from(string_buffer *buffer, const char *text, int from)
{
	SYNCHRONIZED(buffer);
	int length = text ? (int)strlen(text) : 0;
	int last = buffer->count - length;
	for (int i = from < last ? from : last; text && i >= 0; i--) {
		if (matches(buffer, i, text, length)) {
			return i;
		}
	}
	return -1;
}

string_buffer *string_buffer_reverse(string_buffer *buffer)
{
	SYNCHRONIZED(buffer);
	for (int i = 0, j = buffer->count - 1; i < j; i++, j--) {
		char character = buffer->value[i];
		buffer->value[i] = buffer->value[j];
		buffer->value[j] = character;
	}
	return buffer;
}

int string_buffer_to_string(string_buffer *buffer, char *text, size_t size)
{
	SYNCHRONIZED(buffer);
	return copy_out(buffer, 0, buffer->count, text, size);
}
