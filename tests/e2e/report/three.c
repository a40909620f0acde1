// SPDX-License-Identifier: Apache-2.0
#include "three.h"
#include <pthread.h>
#include <stdlib.h>
struct box { pthread_mutex_t m; int v; };
box *box_new(void){ box *b = calloc(1,sizeof *b); pthread_mutex_init(&b->m,0); return b; }
void box_free(box *b){ free(b); }
void box_put(box *b,int v){ pthread_mutex_lock(&b->m); b->v=v; pthread_mutex_unlock(&b->m);}
int box_get(box *b){ pthread_mutex_lock(&b->m); int v=b->v; pthread_mutex_unlock(&b->m); return v;}
struct bare { int s; };
bare *bare_new(void){ return calloc(1,sizeof(bare)); }
void bare_free(bare *b){ free(b); }
void bare_add(bare *b,int v){ b->s+=v; }
int bare_sum(bare *b){ return b->s; }
struct ghost { int g; };
void ghost_poke(ghost *g,int n){ g->g=n; }
int ghost_peek(ghost *g){ return g->g; }
