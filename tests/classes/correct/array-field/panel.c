// heddle: none
// What a panel is like is in a struct with arrays.
// SPDX-License-Identifier: Apache-2.0
#include "panel.h"

#include <pthread.h>
#include <stdlib.h>

struct panel {
	pthread_mutex_t lock;
	struct panel_layout layout;
	int presses;
};

struct panel *panel_create(const struct panel_layout *layout)
{
	if (layout->name[0] == '\0' || layout->lamps[0] <= 0) {
		return NULL;
	}
	struct panel *p = calloc(1, sizeof(*p));
	pthread_mutex_init(&p->lock, NULL);
	p->layout = *layout;
	return p;
}

void panel_destroy(struct panel *p)
{
	pthread_mutex_destroy(&p->lock);
	free(p);
}

int panel_press(struct panel *p)
{
	pthread_mutex_lock(&p->lock);
	int presses = ++p->presses;
	pthread_mutex_unlock(&p->lock);
	return presses;
}

int panel_presses(struct panel *p)
{
	pthread_mutex_lock(&p->lock);
	int presses = p->presses;
	pthread_mutex_unlock(&p->lock);
	return presses;
}
