// SPDX-License-Identifier: Apache-2.0
// Days of the calendar, which never change once they are made.
#ifndef DAY_H
#define DAY_H

#include <stdbool.h>
#include <stddef.h>

typedef struct day day;

/** A day of the years 1900 to 9999; NULL when there is no such day, or no memory. */
day *day_new(int day, int month, int year);

/** The day that is this many days after 31 December 1899. */
day *day_new_serial(int serial);

/** The day of a moment (milliseconds since 1970). */
day *day_new_milliseconds(long milliseconds);

/** The day that a text names: "2024-02-29", "29.02.2024", or only a year; NULL when it names none. */
day *day_parse(const char *text);

/** Free the day. */
void day_free(day *day);

/** The number of the day, 1 for 1 January 1900. */
int day_get_serial(day *day);

/** The year. */
int day_get_year(day *day);

/** The month, 1 to 12. */
int day_get_month(day *day);

/** The day of the month. */
int day_get_day_of_month(day *day);

/** The day of the week, 0 is Sunday. */
int day_get_day_of_week(day *day);

/** The day of the year, from 1 on. */
int day_get_day_of_year(day *day);

/** The quarter of the year, 1 to 4. */
int day_get_quarter(day *day);

/** Whether it is in a leap year. */
bool day_is_in_leap_year(day *day);

/** The day before; NULL when there is none. */
day *day_previous(day *day);

/** The day after; NULL when there is none. */
day *day_next(day *day);

/** The number of the day among all days. */
long day_get_serial_index(day *day);

/** When it begins: milliseconds since 1970. */
long day_get_first_millisecond(day *day);

/** When it begins, so many minutes east of Greenwich. */
long day_get_first_millisecond_zone(day *day, int minutes);

/** When it begins, in hours since 1970. */
long day_get_first_hour(day *day);

/** When it is half over: milliseconds since 1970. */
long day_get_middle_millisecond(day *day);

/** When it is half over, so many minutes east of Greenwich. */
long day_get_middle_millisecond_zone(day *day, int minutes);

/** When it ends: milliseconds since 1970. */
long day_get_last_millisecond(day *day);

/** When it ends, so many minutes east of Greenwich. */
long day_get_last_millisecond_zone(day *day, int minutes);

/** Whether it is the same day. */
bool day_equals(day *day, struct day *other);

/** A hash. */
int day_hash(day *day);

/** Negative, 0 or positive: before, the same, after. */
int day_compare(day *day, struct day *other);

/** The day as text, day first; how long it is. */
size_t day_to_string(day *day, char *text, size_t size);

/** The day as text, year first; how long it is. */
size_t day_to_iso_string(day *day, char *text, size_t size);

#endif
