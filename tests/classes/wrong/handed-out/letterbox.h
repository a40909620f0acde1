// heddle: not-linearizable
// letterbox_newest hands out a letter that letterbox_post has not yet filled in.
// SPDX-License-Identifier: Apache-2.0
#ifndef LETTERBOX_H
#define LETTERBOX_H

struct letter {
	int stamp;
	long weight;
};

/** Letters stay in the box until it is freed. Any thread may post and look. */
typedef struct letterbox letterbox;

letterbox *letterbox_new(void);
void letterbox_free(letterbox *b);
/** False: the box is full. */
int letterbox_post(letterbox *b, int stamp, long weight);
/** NULL: there is none. */
const struct letter *letterbox_newest(letterbox *b);

#endif
