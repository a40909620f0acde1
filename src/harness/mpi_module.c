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

static bool receive(int *from, int *kind, char **data, size_t *size)
{
	MPI_Status status;
	int there = 0, count = 0;
	tidy();
	if (MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status) != MPI_SUCCESS || !there ||
		MPI_Get_count(&status, MPI_BYTE, &count) != MPI_SUCCESS) {
		return false;
	}
	*data = malloc((size_t)count + 1);
	if (!*data ||
		MPI_Recv(*data, count, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
			MPI_STATUS_IGNORE) != MPI_SUCCESS) {
		free(*data);
		return false;
	}
	(*data)[count] = '\0';
	*from = status.MPI_SOURCE;
	*kind = status.MPI_TAG;
	*size = (size_t)count;
	return true;
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
