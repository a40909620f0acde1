// heddle: double-free
// Two session_rename calls read the same old name and both free it.
// SPDX-License-Identifier: Apache-2.0
#include "session.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct session_state {
	pthread_mutex_t lock;
	char *name;
	unsigned renames;
};

session_t session_open(void)
{
	session_t session = calloc(1, sizeof *session);
	if (!session) {
		return NULL;
	}
	session->name = strdup("guest");
	if (!session->name) {
		free(session);
		return NULL;
	}
	pthread_mutex_init(&session->lock, NULL);
	return session;
}

void session_close(session_t session)
{
	if (!session) {
		return;
	}
	pthread_mutex_destroy(&session->lock);
	free(session->name);
	free(session);
}

static char *current_name(session_t session)
{
	pthread_mutex_lock(&session->lock);
	char *name = session->name;
	pthread_mutex_unlock(&session->lock);
	return name;
}

int session_rename(session_t session, const char *name)
{
	if (!name) {
		return -1;
	}
	char *copy = strdup(name);
	if (!copy) {
		return -1;
	}
	char *old = current_name(session);
	pthread_mutex_lock(&session->lock);
	session->name = copy;
	session->renames++;
	pthread_mutex_unlock(&session->lock);
	free(old); // outside the lock: free() may be slow
	return 0;
}

size_t session_name_length(session_t session)
{
	pthread_mutex_lock(&session->lock);
	size_t length = strlen(session->name);
	pthread_mutex_unlock(&session->lock);
	return length;
}

unsigned session_renames(session_t session)
{
	pthread_mutex_lock(&session->lock);
	unsigned renames = session->renames;
	pthread_mutex_unlock(&session->lock);
	return renames;
}
