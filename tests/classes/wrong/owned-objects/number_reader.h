// heddle: not-linearizable|data-race
// number_reader_feed collects digits in a buffer that all readers have in common.
// SPDX-License-Identifier: Apache-2.0
#ifndef NUMBER_READER_H
#define NUMBER_READER_H

/** Reads numbers. A reader must not be shared between threads; different readers may be used by
 * different threads. */
typedef struct number_reader number_reader;

number_reader *number_reader_new(void);
void number_reader_free(number_reader *r);
int number_reader_feed(number_reader *r, const char *text);
int number_reader_value(const number_reader *r);
int number_reader_made(const number_reader *r);

#endif
