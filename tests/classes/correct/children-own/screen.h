// heddle: none
// Panes know the screen that they are on.
// SPDX-License-Identifier: Apache-2.0
#ifndef SCREEN_H
#define SCREEN_H

typedef struct screen screen;
typedef struct pane pane;

screen *screen_create(void);
/// Closes the panes, too.
void screen_destroy(screen *s);
int screen_panes(screen *s);

pane *pane_create(screen *on, int width);
int pane_width(pane *p);
void pane_close(pane *p);

#endif
