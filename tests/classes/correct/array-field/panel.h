// heddle: none
// What a panel is like is in a struct with arrays.
// SPDX-License-Identifier: Apache-2.0
#ifndef PANEL_H
#define PANEL_H

struct panel_layout {
	char name[16];
	int lamps[4];
};

struct panel;

/// NULL if it has no name or no lamp.
struct panel *panel_create(const struct panel_layout *layout);
void panel_destroy(struct panel *p);
int panel_press(struct panel *p);
int panel_presses(struct panel *p);

#endif
