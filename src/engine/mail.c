// SPDX-License-Identifier: Apache-2.0
#include "engine/mail.h"

#include "engine/engine.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static long futex(_Atomic uint32_t *word, int op, uint32_t value, const struct timespec *timeout)
{
	return syscall(SYS_futex, word, op, value, timeout, NULL, 0);
}

// ---- the bell --------------------------------------------------------------------

uint32_t hd_bell_count(void)
{
	return atomic_load(&hd_campaign->bell);
}

void hd_bell_ring(void)
{
	atomic_fetch_add(&hd_campaign->bell, 1);
	futex(&hd_campaign->bell, FUTEX_WAKE, INT_MAX, NULL);
}

void hd_bell_wait(uint32_t count, unsigned ms)
{
	struct timespec timeout = {.tv_sec = ms / 1000, .tv_nsec = (long)(ms % 1000) * 1000000};

	futex(&hd_campaign->bell, FUTEX_WAIT, count, &timeout);
}

// ---- lines -----------------------------------------------------------------------

void hd_mail_init(struct hd_mail *m)
{
	m->text = hd_shared_alloc(HD_MAIL_ROOM);
}

void hd_mail_post(struct hd_mail *m, size_t length)
{
	m->length = length;
	atomic_store(&m->posted, 1);
	hd_bell_ring();
	while (atomic_load(&m->posted)) {
		futex(&m->posted, FUTEX_WAIT, 1, NULL);
	}
}

void hd_mail_take(struct hd_mail *m)
{
	if (atomic_load(&m->posted)) {
		hd_mail_write(m->text, m->length < HD_MAIL_ROOM ? m->length : HD_MAIL_ROOM);
		atomic_store(&m->posted, 0);
		futex(&m->posted, FUTEX_WAKE, INT_MAX, NULL);
	}
}

void hd_mail_write(const char *text, size_t length)
{
	while (length > 0) {
		ssize_t n = write(hd_campaign->control->config.message_fd, text, length);
		if (n < 0 && errno != EINTR) {
			return; // the host is gone
		}
		if (n > 0) {
			text += n;
			length -= (size_t)n;
		}
	}
}
