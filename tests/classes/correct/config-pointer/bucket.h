// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef BUCKET_H
#define BUCKET_H

#include <stdbool.h>
#include <stdint.h>

/** How a token bucket is set up. */
struct bucket_config {
	uint32_t capacity;   ///< tokens it can hold, at least 1
	uint32_t initial;    ///< tokens in the beginning, at most the capacity
	uint32_t per_second; ///< tokens that come in each second
};

/** A token bucket. It has no clock: the caller says what time it is. */
typedef struct bucket bucket;

/** Make a bucket at the time 0; NULL when the configuration makes no sense or there is no memory.
 */
bucket *bucket_new(const struct bucket_config *config);

/** Free the bucket. No other thread may use it any more. */
void bucket_free(bucket *bucket);

/** Take some tokens at a time in seconds, all of them or none; a time that lies in the past counts
 * as the latest one. */
bool bucket_take(bucket *bucket, uint32_t now, uint32_t tokens);

/** Put tokens back; what does not fit is lost. */
void bucket_refund(bucket *bucket, uint32_t tokens);

/** How many tokens there were at the latest time. */
uint32_t bucket_level(bucket *bucket);

#endif
