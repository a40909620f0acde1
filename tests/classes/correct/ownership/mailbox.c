// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "mailbox.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct message {
	struct message *next;
	char *text;
};

struct mailbox {
	pthread_mutex_t lock;
	struct message *first;
	struct message *last;
	size_t count;
};

mailbox *mailbox_new(void)
{
	mailbox *mailbox = calloc(1, sizeof *mailbox);
	if (mailbox) {
		pthread_mutex_init(&mailbox->lock, NULL);
	}
	return mailbox;
}

void mailbox_free(mailbox *mailbox)
{
	if (!mailbox) {
		return;
	}
	while (mailbox->first) {
		struct message *message = mailbox->first;
		mailbox->first = message->next;
		free(message->text);
		free(message);
	}
	pthread_mutex_destroy(&mailbox->lock);
	free(mailbox);
}

int mailbox_send(mailbox *mailbox, char *owned)
{
	struct message *message = owned ? malloc(sizeof *message) : NULL;
	if (!message) {
		return -1;
	}
	message->text = owned;
	message->next = NULL;
	pthread_mutex_lock(&mailbox->lock);
	if (mailbox->first) {
		mailbox->last->next = message;
	} else {
		mailbox->first = message;
	}
	mailbox->last = message;
	mailbox->count++;
	pthread_mutex_unlock(&mailbox->lock);
	return 0;
}

char *mailbox_receive(mailbox *mailbox)
{
	pthread_mutex_lock(&mailbox->lock);
	struct message *message = mailbox->first;
	if (message) {
		mailbox->first = message->next;
		mailbox->count--;
	}
	pthread_mutex_unlock(&mailbox->lock);
	if (!message) {
		return NULL;
	}
	char *text = message->text;
	free(message);
	return text;
}

int mailbox_discard(mailbox *mailbox)
{
	char *text = mailbox_receive(mailbox);
	if (!text) {
		return -1;
	}
	free(text);
	return 0;
}

int mailbox_first_length(mailbox *mailbox)
{
	pthread_mutex_lock(&mailbox->lock);
	int length = mailbox->first ? (int)strlen(mailbox->first->text) : -1;
	pthread_mutex_unlock(&mailbox->lock);
	return length;
}

size_t mailbox_count(mailbox *mailbox)
{
	pthread_mutex_lock(&mailbox->lock);
	size_t count = mailbox->count;
	pthread_mutex_unlock(&mailbox->lock);
	return count;
}
