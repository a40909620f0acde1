// heddle: none
// SPDX-License-Identifier: Apache-2.0
// Time brings tokens. Callers that wait at the same time wait less than one after the
// other, and may get less.
#ifndef TOKEN_BUCKET_H
#define TOKEN_BUCKET_H

#include <stdbool.h>

typedef struct token_bucket token_bucket;

token_bucket *token_bucket_new(unsigned size, unsigned per_second);
void token_bucket_free(token_bucket *b);
bool token_bucket_try(token_bucket *b, unsigned tokens);
bool token_bucket_take(token_bucket *b, unsigned tokens, unsigned milliseconds);
unsigned token_bucket_level(token_bucket *b);
void token_bucket_return(token_bucket *b, unsigned tokens);

#endif
