// SPDX-License-Identifier: Apache-2.0
// One class with a lock, one without, one that nobody can make.
typedef struct box box;
box *box_new(void);
void box_free(box *b);
void box_put(box *b, int v);
int box_get(box *b);
typedef struct bare bare;
bare *bare_new(void);
void bare_free(bare *b);
void bare_add(bare *b, int v);
int bare_sum(bare *b);
typedef struct ghost ghost;
void ghost_poke(ghost *g, int n);
int ghost_peek(ghost *g);
