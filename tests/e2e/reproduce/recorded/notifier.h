// SPDX-License-Identifier: Apache-2.0
#ifndef NOTIFIER_H
#define NOTIFIER_H

typedef struct notifier notifier;
typedef int notifier_hook(int event);

notifier *notifier_new(void);
void notifier_free(notifier *n);
void notifier_set_hook(notifier *n, notifier_hook *hook); /* NULL: none */
int notifier_send(notifier *n, int event);
int notifier_sent(notifier *n);

#endif
