// heddle: none
// radio_init must come before tuner_open.
// SPDX-License-Identifier: Apache-2.0
#ifndef TUNER_H
#define TUNER_H

int radio_init(void);
void radio_shutdown(void);
int radio_bands(void);

struct tuner;
int tuner_open(struct tuner **out);
void tuner_close(struct tuner *t);
int tuner_set(struct tuner *t, int frequency);
int tuner_get(struct tuner *t);

#endif
