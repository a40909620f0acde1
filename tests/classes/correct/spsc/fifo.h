// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef FIFO_H
#define FIFO_H

typedef struct fifo fifo;

fifo *fifo_create(void);
void fifo_destroy(fifo *f);
int fifo_sp_enqueue(fifo *f, int value);
int fifo_mp_enqueue(fifo *f, int value);
int fifo_sc_dequeue(fifo *f, int *value);

#endif
