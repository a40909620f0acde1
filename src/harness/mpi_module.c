// SPDX-License-Identifier: Apache-2.0
// libheddle-mpi.so: the only part of heddle that calls MPI. Built where MPI is, loaded by ranks.c under a launcher.
#include <limits.h>
#include <mpi.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/ranks.h"

// NOLINTBEGIN(bugprone-casting-through-void): what the macros of Open MPI do.

// A message on its way.
struct sent {
	struct sent *next;
	MPI_Request request;
	char data[];
};

static struct sent *pending;
static uint64_t messages, bytes;

static bool begin(int *rank, int *size)
{
	int level;
	if (MPI_Init_thread(NULL, NULL, MPI_THREAD_SINGLE, &level) != MPI_SUCCESS) {
		return false;
	}
	// A rank that is lost must not take the others with it.
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	return MPI_Comm_rank(MPI_COMM_WORLD, rank) == MPI_SUCCESS && MPI_Comm_size(MPI_COMM_WORLD, size) == MPI_SUCCESS;
}

// Forgets what has arrived.
static void tidy(void)
{
	for (struct sent **at = &pending; *at;) {
		struct sent *s = *at;
		int done = 0;
		if (MPI_Test(&s->request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS || done) {
			*at = s->next;
			free(s);
		} else {
			at = &s->next;
		}
	}
}

static void start(struct sent *s, int to, int kind, const void *data, size_t size)
{
	if (MPI_Isend(data, (int)size, MPI_BYTE, to, kind, MPI_COMM_WORLD, &s->request) != MPI_SUCCESS) {
		free(s);
		return;
	}
	s->next = pending;
	pending = s;
	messages++;
	bytes += size;
}

static void send_to(int to, int kind, const void *data, size_t size)
{
	struct sent *s = size <= INT_MAX ? malloc(sizeof(*s) + size) : NULL;
	tidy();
	if (s) {
		memcpy(s->data, data, size);
		start(s, to, kind, s->data, size);
	}
}

// One by one, not by a collective operation: a rank that is lost would keep all others in that. The data is copied
// once and stays until the end.
static void send_to_all(int kind, const void *data, size_t size)
{
	int rank, all;
	void *copy = size <= INT_MAX ? malloc(size + 1) : NULL;
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &all);
	if (copy) {
		memcpy(copy, data, size);
	}
	for (int to = 0; to < all && copy; to++) {
		struct sent *s = to != rank ? malloc(sizeof(*s)) : NULL;
		if (s) {
			start(s, to, kind, copy, size);
		}
	}
}

// A message that is being received.
struct incoming {
	struct incoming *next;
	MPI_Request request;
	int from, kind, size;
	char *data;
};

static struct incoming *incoming, **last_incoming = &incoming; // as they were sent

// Begins to receive what has come.
static void accept_all(void)
{
	MPI_Message message;
	MPI_Status status;
	int there = 0, size = 0;
	while (MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &message, &status) == MPI_SUCCESS &&
		there) {
		struct incoming *m = calloc(1, sizeof(*m));
		bool counted = MPI_Get_count(&status, MPI_BYTE, &size) == MPI_SUCCESS;
		char *data = malloc((size_t)size + 1);
		if (!m || !data || !counted || MPI_Imrecv(data, size, MPI_BYTE, &message, &m->request) != MPI_SUCCESS) {
			free(data);
			free(m);
			return;
		}
		m->from = status.MPI_SOURCE;
		m->kind = status.MPI_TAG;
		m->size = size;
		m->data = data;
		*last_incoming = m;
		last_incoming = &m->next;
	}
}

// One sender's messages in their order; one that never becomes complete, because its sender was lost, holds up no others.
static bool is_first_of_sender(const struct incoming *m)
{
	const struct incoming *i = incoming;
	while (i->from != m->from) {
		i = i->next;
	}
	return i == m;
}

static bool receive(int *from, int *kind, char **data, size_t *size)
{
	tidy();
	accept_all();
	for (struct incoming **at = &incoming, *m; (m = *at); at = &m->next) {
		int done = 0;
		if (!is_first_of_sender(m) || MPI_Test(&m->request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS || !done) {
			continue;
		}
		*from = m->from;
		*kind = m->kind;
		*data = m->data;
		*size = (size_t)m->size;
		(*data)[*size] = '\0';
		*at = m->next;
		last_incoming = m->next ? last_incoming : at;
		free(m);
		return true;
	}
	return false;
}

static void counts(uint64_t *m, uint64_t *b)
{
	*m = messages;
	*b = bytes;
}

static void end(bool all, int status)
{
	if (!all) {
		// Who waits for a rank that is lost waits forever. What was sent last needs a moment.
		int rank = 0;
		fflush(NULL);
		for (int i = 0; i < 50 && pending; i++) {
			tidy();
			poll(NULL, 0, 10);
		}
		MPI_Comm_rank(MPI_COMM_WORLD, &rank);
		if (rank == 0) {
			MPI_Abort(MPI_COMM_WORLD, status);
		}
		_exit(status);
	}
	while (pending) {
		tidy();
	}
	MPI_Finalize();
}

__attribute__((visibility("default"))) const struct hd_ranks_module heddle_ranks_module = {
	.version = HD_RANKS_VERSION,
	.begin = begin,
	.send = send_to,
	.send_to_all = send_to_all,
	.receive = receive,
	.counts = counts,
	.end = end,
};

// NOLINTEND(bugprone-casting-through-void)
