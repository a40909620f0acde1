// heddle: null-dereference|use-after-free|double-free|deadlock
// two threads of the printer see the same job before either has the lock.
// SPDX-License-Identifier: Apache-2.0
#ifndef PRINTER_H
#define PRINTER_H

/** Prints sheets with two threads of its own. Thread-safe. */
typedef struct printer printer;
/** What a job does for each of its sheets; it may wait for others, but not for its printer. */
typedef void printer_job(void *user);

printer *printer_new(void);
/** Prints what is left, then ends. */
void printer_free(printer *p);
/** A job of NULL is refused when its turn comes. */
void printer_add(printer *p, printer_job *job, void *user);
/** Waits until there is nothing left to print. */
void printer_flush(printer *p);

#endif
