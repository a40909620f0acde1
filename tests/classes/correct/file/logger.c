// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "logger.h"

#include <pthread.h>
#include <stdlib.h>

struct logger {
	pthread_mutex_t lock;
	FILE *stream;
	enum logger_level level;
	int lines;
};

logger *logger_new(FILE *stream)
{
	logger *logger = stream ? calloc(1, sizeof *logger) : NULL;
	if (!logger) {
		return NULL;
	}
	pthread_mutex_init(&logger->lock, NULL);
	logger->stream = stream;
	logger->level = LOGGER_INFO;
	return logger;
}

void logger_free(logger *logger)
{
	if (!logger) {
		return;
	}
	pthread_mutex_destroy(&logger->lock);
	free(logger);
}

static const char *level_name(enum logger_level level)
{
	switch (level) {
	case LOGGER_DEBUG:
		return "debug";
	case LOGGER_INFO:
		return "info";
	case LOGGER_WARNING:
		return "warning";
	case LOGGER_ERROR:
		return "error";
	}
	return "unknown";
}

int logger_write(logger *logger, enum logger_level level, const char *text)
{
	if (!text) {
		return -1;
	}
	int number = 0;
	pthread_mutex_lock(&logger->lock);
	if (level >= logger->level) {
		number = -1;
		int next = logger->lines + 1;
		if (fprintf(logger->stream, "%d %s: %s\n", next, level_name(level), text) >= 0) {
			number = logger->lines = next;
		}
	}
	pthread_mutex_unlock(&logger->lock);
	return number;
}

enum logger_level logger_set_level(logger *logger, enum logger_level level)
{
	pthread_mutex_lock(&logger->lock);
	enum logger_level before = logger->level;
	logger->level = level;
	pthread_mutex_unlock(&logger->lock);
	return before;
}

int logger_flush(logger *logger)
{
	pthread_mutex_lock(&logger->lock);
	int status = fflush(logger->stream) == 0 ? 0 : -1;
	pthread_mutex_unlock(&logger->lock);
	return status;
}

int logger_lines(logger *logger)
{
	pthread_mutex_lock(&logger->lock);
	int lines = logger->lines;
	pthread_mutex_unlock(&logger->lock);
	return lines;
}
