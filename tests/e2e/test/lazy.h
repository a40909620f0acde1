// SPDX-License-Identifier: Apache-2.0
typedef struct lazy lazy;

lazy *lazy_new(void);
void lazy_free(lazy *l);
int lazy_view(lazy *l);
