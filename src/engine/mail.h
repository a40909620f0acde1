// SPDX-License-Identifier: Apache-2.0
// How lines get from a worker to the host. A worker has no descriptor of heddle's
// that the code under test could close or write to: it leaves a line in memory that it
// shares with the zygote, which passes it on. A line that a dying worker left
// unfinished is never sent.
#ifndef HD_ENGINE_MAIL_H
#define HD_ENGINE_MAIL_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#define HD_MAIL_ROOM (128u << 20) // of addresses: memory is taken as lines need it

struct hd_mail {
	char *text;              // HD_MAIL_ROOM bytes
	size_t length;           // of the line, complete when ...
	_Atomic uint32_t posted; // ... this is not 0; the zygote sets it back
};

void hd_mail_init(struct hd_mail *m);
void hd_mail_post(struct hd_mail *m, size_t length); // returns when the zygote has taken it

// The zygote's side.
void hd_mail_take(struct hd_mail *m); // if one is posted
void hd_mail_write(const char *text, size_t length); // straight to the host

// Rings when a line was posted or a worker ended.
uint32_t hd_bell_count(void);
void hd_bell_ring(void);
void hd_bell_wait(uint32_t count, unsigned ms); // returns when the bell has rung since, or the time is over

#endif
