# SPDX-License-Identifier: Apache-2.0
# Pairs of a write and a read of it by another thread, counted by hand: the reader sees either write of
# the writer, or none; the writer sees the reader's write; what a thread wrote itself does not count.
cat >pairs.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
void *writer(void *unused)
{
	x = 1;
	x = 2;
	return x + y == 5 ? unused : NULL;
}
void *reader(void *unused)
{
	int seen = x;
	y = seen;
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
covered="import json, sys; c = json.load(sys.stdin)['coverage']['reads_from']; print(c['covered'], c['total'])"
expect "all three pairs, in all schedules" 0 "^3 None$" sh -c "'$heddle' run -q --schedule dfs --measure reads_from --json pairs.c | python3 -c \"$covered\""
