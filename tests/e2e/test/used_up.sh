# SPDX-License-Identifier: Apache-2.0
# A class that uses up the heap: tests that cannot make their values are cut off, not held against it.
cat >hog.h <<'C'
#include <stddef.h>
/* Thread-safe. */
typedef struct hog hog;
struct point { int x, y; };
hog *hog_new(void);
void hog_free(hog *h);
int hog_enter(hog *h);
int hog_put(hog *h, const char *data, size_t size);
int hog_move(hog *h, struct point to);
int hog_look(hog *h, const struct point *at);
C
cat >hog.c <<'C'
#include "hog.h"
#include <stdlib.h>
struct hog { int inside; };
hog *hog_new(void) { return calloc(1, sizeof(hog)); }
void hog_free(hog *h) { free(h); }
static void use_all(void)
{
	for (size_t n = 4000; n > 0; n /= 2) {
		while (malloc(n)) {
		}
	}
}
int hog_enter(hog *h) // greedy when two come at once
{
	if (++h->inside == 2) {
		use_all();
	}
	h->inside--;
	return 0;
}
int hog_put(hog *h, const char *data, size_t size) { (void)h; return size > 0 && data ? data[0] : 0; }
int hog_move(hog *h, struct point to) { (void)h; return to.x; }
int hog_look(hog *h, const struct point *at) { (void)h; return at ? at->y : 0; }
C
expect "used up: no finding, and nobody dies" 0 "no violation" \
	"$heddle" test --heap 64K --executions 3000 --oracle crash,memory hog.h hog.c
