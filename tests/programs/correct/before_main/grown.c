// heddle: none
// Blocks of several sizes from before main keep what was in them when they grow, whoever made them.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LARGE 100000

static char *small, *large, *text;

__attribute__((constructor)) static void make(void)
{
	small = strdup("small");
	large = calloc(LARGE, 1);
	large[LARGE - 1] = 7;
	if (asprintf(&text, "%s-%d", "text", 5) < 0) {
		abort();
	}
}

static void *grow(void *unused)
{
	small = realloc(small, 4000);
	assert(strcmp(small, "small") == 0);
	strcat(small, "er");
	return unused;
}

int main(void)
{
	pthread_t t;

	assert(strcmp(small, "small") == 0 && large[0] == 0 && large[LARGE - 1] == 7);
	assert(strcmp(text, "text-5") == 0);
	pthread_create(&t, NULL, grow, NULL);
	large[0] = 1;
	large = realloc(large, 2 * LARGE);
	assert(large[0] == 1 && large[LARGE - 1] == 7);
	text[0] = 'T';
	pthread_join(t, NULL);
	assert(strcmp(small, "smaller") == 0);
	free(small);
	free(large);
	free(text);
	return 0;
}
