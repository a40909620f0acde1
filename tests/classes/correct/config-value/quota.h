// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef QUOTA_H
#define QUOTA_H

#include <stdbool.h>

/** What a quota does with a request that is larger than what is left. */
enum quota_policy { QUOTA_REFUSE, QUOTA_PARTIAL };

/** How a quota is set up. */
struct quota_config {
	int limit;                ///< how much may be in use at once, at least 1
	enum quota_policy policy; ///< for requests that are too large
};

/** A limit on something that is taken and given back. */
typedef struct quota quota;

/** Make a quota; NULL when the configuration makes no sense or there is no memory. */
quota *quota_new(struct quota_config config);

/** Free the quota. No other thread may use it any more. */
void quota_free(quota *quota);

/** Take an amount of at least 1; how much was granted, 0 when nothing was. */
int quota_take(quota *quota, int amount);

/** Give an amount back; false when that is more than is in use, or less than 1. */
bool quota_give(quota *quota, int amount);

/** Change the limit to at least 1 and at least what is in use; false otherwise. */
bool quota_set_limit(quota *quota, int limit);

/** How much is in use. */
int quota_used(quota *quota);

/** How much is left. */
int quota_left(quota *quota);

#endif
