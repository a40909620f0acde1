# SPDX-License-Identifier: Apache-2.0
# A library that heddle cannot see into, slow in every call: learning keeps to the time, too.
{
	echo 'typedef struct slow slow; slow *slow_new(void); void slow_free(slow *s);'
	for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do echo "int slow_f$i(slow *s, const char *name);"; done
} >slow.h
{
	printf '#include "slow.h"\n#include <stdlib.h>\n#include <time.h>\nstruct slow { int n; };\n'
	echo 'static int rest(const char *p) { struct timespec t = {0, 20000000}; while (nanosleep(&t, &t)) { } return p && *p; }'
	echo 'slow *slow_new(void) { return calloc(1, sizeof(slow)); } void slow_free(slow *s) { free(s); }'
	for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do echo "int slow_f$i(slow *s, const char *p) { s->n++; return rest(p); }"; done
} >slow.c
cc -c slow.c
expect "learning keeps to the time" 0 "not tried and will not be called" timeout 15 "$heddle" test --time 3s slow.h slow.o
cat >stuck.h <<'END'
typedef struct stuck stuck;
stuck *stuck_new(void);
void stuck_free(stuck *s);
void stuck_wait(stuck *s);
int stuck_get(stuck *s);
END
cat >stuck.c <<'END'
#include "stuck.h"
#include <stdlib.h>
#include <unistd.h>
struct stuck { int n; };
stuck *stuck_new(void) { return calloc(1, sizeof(stuck)); }
void stuck_free(stuck *s) { free(s); }
void stuck_wait(stuck *s) { if (s) { for (;;) { pause(); } } }
int stuck_get(stuck *s) { return s->n; }
END
cc -c stuck.c
expect "a call that never ends" 0 "no violation" timeout 10 "$heddle" test --time 2s stuck.h stuck.o
