// SPDX-License-Identifier: Apache-2.0
// Days never change, but day_parse and the functions that write text share two
// formats, and a format keeps what it is working on in itself.
#include "day.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define MOST_DIGITS 8
#define DAY_MILLISECONDS 86400000L
#define EPOCH 25568 // the number of 1 January 1970

struct day {
	int serial;
	int year, month, dom;
};

// Reads and writes dates. Not for two threads at a time.
struct format {
	char order[4]; // "ymd" or "dmy"
	char separator;
	char digits[MOST_DIGITS]; // of the number being read
	int ndigits;
	int year, month, dom; // of the date being read or written
};

static struct format iso_format = {.order = "ymd", .separator = '-'};
static struct format short_format = {.order = "dmy", .separator = '.'};

#ifdef FIXED
static pthread_mutex_t formats = PTHREAD_MUTEX_INITIALIZER;
#define LOCK_FORMATS() pthread_mutex_lock(&formats)
#define UNLOCK_FORMATS() pthread_mutex_unlock(&formats)
#else
#define LOCK_FORMATS() (void)0
#define UNLOCK_FORMATS() (void)0
#endif

// ---- the calendar ----------------------------------------------------------

static bool is_leap(int year)
{
	return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int days_before(int month, int year)
{
	static const int days[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365};
	return days[month - 1] + (month > 2 && is_leap(year));
}

static int days_in(int month, int year)
{
	return month == 2 ? 28 + is_leap(year) : month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

static int leap_years_before(int year)
{
	int last = year - 1;
	return last / 4 - last / 100 + last / 400 - 460;
}

static int serial_of(int dom, int month, int year)
{
	return (year - 1900) * 365 + leap_years_before(year) + days_before(month, year) + dom;
}

static bool is_date(int dom, int month, int year)
{
	return year >= 1900 && year <= 9999 && month >= 1 && month <= 12 && dom >= 1 && dom <= days_in(month, year);
}

day *day_new(int dom, int month, int year)
{
	day *day = is_date(dom, month, year) ? malloc(sizeof *day) : NULL;
	if (day) {
		*day = (struct day){serial_of(dom, month, year), year, month, dom};
	}
	return day;
}

day *day_new_serial(int serial)
{
	int year = 1900 + (int)((long)serial * 400 / 146097);
	if (serial < 1 || year > 9999) {
		return NULL;
	}
	while (serial_of(1, 1, year) > serial) {
		year--;
	}
	while (serial_of(31, 12, year) < serial) {
		year++;
	}
	int month = 1;
	while (month < 12 && serial_of(1, month + 1, year) <= serial) {
		month++;
	}
	return day_new(serial - serial_of(1, month, year) + 1, month, year);
}

day *day_new_milliseconds(long milliseconds)
{
	long days = milliseconds / DAY_MILLISECONDS - (milliseconds % DAY_MILLISECONDS < 0);
	return days < -30000 || days > 3000000 ? NULL : day_new_serial((int)days + EPOCH);
}

void day_free(day *day)
{
	free(day);
}

// ---- formats ---------------------------------------------------------------

static int *field(struct format *format, char name)
{
	return name == 'y' ? &format->year : name == 'm' ? &format->month : &format->dom;
}

// The number that the text, a digit, begins with: its digits are gathered, then converted.
static const char *read_number(struct format *format, const char *text, int *number)
{
	format->ndigits = 0;
	while (*text >= '0' && *text <= '9') {
		if (format->ndigits == MOST_DIGITS) {
			return NULL;
		}
		format->digits[format->ndigits++] = *text++;
	}
	assert(format->ndigits > 0);
	int value = 0;
	for (int i = 0; i < format->ndigits; i++) {
		value = value * 10 + (format->digits[i] - '0');
	}
	*number = value;
	return text;
}

// Fields that the text does not have are those of 1 January.
static bool read_date(struct format *format, const char *text)
{
	format->year = 1900;
	format->month = format->dom = 1;
	for (int i = 0; i < 3; i++) {
		if (*text < '0' || *text > '9') {
			return i > 0 && *text == '\0' && format->order[0] == 'y';
		}
		text = read_number(format, text, field(format, format->order[i]));
		if (!text) {
			return false;
		}
		if (*text == format->separator) {
			text++;
		}
	}
	return *text == '\0';
}

static day *parse_with(struct format *format, const char *text)
{
	return read_date(format, text) ? day_new(format->dom, format->month, format->year) : NULL;
}

day *day_parse(const char *text)
{
	if (!text) {
		return NULL;
	}
	LOCK_FORMATS();
	day *day = parse_with(&iso_format, text);
	if (!day) {
		day = parse_with(&short_format, text);
	}
	UNLOCK_FORMATS();
	return day;
}

static size_t write_number(struct format *format, int number, char *text)
{
	format->ndigits = 0;
	do {
		format->digits[format->ndigits++] = (char)('0' + number % 10);
		number /= 10;
	} while (number > 0);
	size_t n = 0;
	for (int i = format->ndigits; i-- > 0;) {
		text[n++] = format->digits[i];
	}
	return n;
}

static size_t write_date(struct format *format, const day *day, char *text, size_t size)
{
	char full[4 * MOST_DIGITS];
	size_t n = 0;
	format->year = day->year;
	format->month = day->month;
	format->dom = day->dom;
	for (int i = 0; i < 3; i++) {
		n += write_number(format, *field(format, format->order[i]), full + n);
		full[n++] = i < 2 ? format->separator : '\0';
	}
	if (size > 0) {
		size_t fits = n < size ? n : size;
		memcpy(text, full, fits);
		text[fits - 1] = '\0';
	}
	return n - 1;
}

size_t day_to_string(day *day, char *text, size_t size)
{
	LOCK_FORMATS();
	size_t n = write_date(&short_format, day, text, size);
	UNLOCK_FORMATS();
	return n;
}

size_t day_to_iso_string(day *day, char *text, size_t size)
{
	LOCK_FORMATS();
	size_t n = write_date(&iso_format, day, text, size);
	UNLOCK_FORMATS();
	return n;
}

// ---- what a day knows ------------------------------------------------------

int day_get_serial(day *day)
{
	return day->serial;
}

int day_get_year(day *day)
{
	return day->year;
}

int day_get_month(day *day)
{
	return day->month;
}

int day_get_day_of_month(day *day)
{
	return day->dom;
}

int day_get_day_of_week(day *day)
{
	return day->serial % 7; // 1 January 1900 was a Monday
}

int day_get_day_of_year(day *day)
{
	return days_before(day->month, day->year) + day->dom;
}

int day_get_quarter(day *day)
{
	return (day->month + 2) / 3;
}

bool day_is_in_leap_year(day *day)
{
	return is_leap(day->year);
}

day *day_previous(day *day)
{
	return day_new_serial(day->serial - 1);
}

day *day_next(day *day)
{
	return day_new_serial(day->serial + 1);
}

long day_get_serial_index(day *day)
{
	return day->serial;
}

long day_get_first_millisecond_zone(day *day, int minutes)
{
	return (day->serial - EPOCH) * DAY_MILLISECONDS - minutes * 60000L;
}

long day_get_first_millisecond(day *day)
{
	return day_get_first_millisecond_zone(day, 0);
}

long day_get_first_hour(day *day)
{
	return day_get_first_millisecond(day) / 3600000;
}

long day_get_middle_millisecond_zone(day *day, int minutes)
{
	return day_get_first_millisecond_zone(day, minutes) + DAY_MILLISECONDS / 2;
}

long day_get_middle_millisecond(day *day)
{
	return day_get_middle_millisecond_zone(day, 0);
}

long day_get_last_millisecond_zone(day *day, int minutes)
{
	return day_get_first_millisecond_zone(day, minutes) + DAY_MILLISECONDS - 1;
}

long day_get_last_millisecond(day *day)
{
	return day_get_last_millisecond_zone(day, 0);
}

bool day_equals(day *day, struct day *other)
{
	return other && day->serial == other->serial;
}

int day_hash(day *day)
{
	return day->serial;
}

int day_compare(day *day, struct day *other)
{
	return other ? day->serial - other->serial : 1;
}
