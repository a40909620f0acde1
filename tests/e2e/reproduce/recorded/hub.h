#ifndef HUB_H // SPDX-License-Identifier: Apache-2.0
#define HUB_H
typedef struct hub hub;
hub *hub_new(void);
void hub_free(hub *h);
void hub_route(hub *h);
void hub_flush(hub *h);
void hub_stats(hub *h);
int hub_size(hub *h);
#endif
