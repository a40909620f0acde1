// heddle: data-race|not-linearizable|use-after-free|double-free|null-dereference
// Bug: pane_close unlinks the pane from its screen without the lock.
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
