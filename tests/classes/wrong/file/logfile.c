// heddle: use-after-free|data-race
// logfile_write copies the prefix after unlocking while logfile_set_prefix frees it.
// SPDX-License-Identifier: Apache-2.0
#include "logfile.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define LINE 256

struct logfile {
	pthread_mutex_t lock;
	FILE *stream;
	char *prefix;
	unsigned lines;
};

logfile *logfile_new(FILE *stream)
{
	logfile *log = stream ? calloc(1, sizeof *log) : NULL;
	if (!log) {
		return NULL;
	}
	log->prefix = strdup("log: ");
	if (!log->prefix) {
		free(log);
		return NULL;
	}
	log->stream = stream;
	pthread_mutex_init(&log->lock, NULL);
	return log;
}

void logfile_free(logfile *log)
{
	if (!log) {
		return;
	}
	pthread_mutex_destroy(&log->lock);
	free(log->prefix);
	free(log);
}

int logfile_set_prefix(logfile *log, const char *prefix)
{
	char *copy = prefix ? strdup(prefix) : NULL;
	if (!copy) {
		return -1;
	}
	pthread_mutex_lock(&log->lock);
	char *old = log->prefix;
	log->prefix = copy;
	pthread_mutex_unlock(&log->lock);
	free(old);
	return 0;
}

static size_t append(char *line, size_t length, const char *text)
{
	while (*text && length < LINE - 1) {
		line[length++] = *text++;
	}
	return length;
}

int logfile_write(logfile *log, const char *text)
{
	if (!text) {
		return -1;
	}
	pthread_mutex_lock(&log->lock);
	const char *prefix = log->prefix;
	pthread_mutex_unlock(&log->lock);

	// The line is put together outside the lock, so that writers wait for the stream only.
	char line[LINE];
	size_t length = append(line, 0, prefix);
	length = append(line, length, text);
	line[length++] = '\n';

	int status = -1;
	pthread_mutex_lock(&log->lock);
	if (fwrite(line, 1, length, log->stream) == length) {
		log->lines++;
		status = 0;
	}
	pthread_mutex_unlock(&log->lock);
	return status;
}

unsigned logfile_lines(logfile *log)
{
	pthread_mutex_lock(&log->lock);
	unsigned lines = log->lines;
	pthread_mutex_unlock(&log->lock);
	return lines;
}
