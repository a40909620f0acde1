# SPDX-License-Identifier: Apache-2.0
# Pairs of places that raced, counted by hand: two writes of a thread, each with the read of the other; the write
# under the lock with neither. One variable is one finding.
cat >pairs.c <<'END'
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x, y;
static void *writer(void *unused)
{
	x = 1;
	pthread_mutex_lock(&lock);
	y = 3;
	pthread_mutex_unlock(&lock);
	x = 2;
	return unused;
}
static void *reader(void *unused)
{
	int seen = x;
	pthread_mutex_lock(&lock);
	y += seen;
	pthread_mutex_unlock(&lock);
	return unused;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, writer, NULL);
	pthread_create(&b, NULL, reader, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
END
cat >lines <<'END'
import json, sys
result = json.load(sys.stdin)
pairs = sorted(tuple(sorted((p["first"]["line"], p["second"]["line"]))) for p in result["race_pairs"])
print(pairs, result["coverage"]["race_pairs"]["covered"], len(result["findings"]))
END
expect "both pairs, of one finding" 0 "^\\[(6, 15), (10, 15)\\] 2 1$" sh -c "'$heddle' run -q --keep-going --executions 200 \\
	--measure race_pairs --json pairs.c | python3 lines"
expect "races that are no findings count too" 0 "^\\[(6, 15), (10, 15)\\] 2 0$" sh -c "'$heddle' run -q --keep-going --executions 200 \\
	--oracle crash --measure race_pairs --json pairs.c | python3 lines"
