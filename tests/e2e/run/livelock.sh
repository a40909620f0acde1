# Executions that do not end: they are told by few switches, and cost no more than they must.
cat >livelocks.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int turn;
static void wait_in_vain(void) { while (atomic_load(&turn) != 3) {} }
static void wait_for_nobody(void) { while (atomic_load(&turn) != 4) {} }
static void *run(void *unused)
{
	atomic_store(&turn, 1);
	return unused;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	int before = atomic_load(&turn), after = atomic_load(&turn);
	if (before != after)
		wait_in_vain();
	if (before == 1)
		wait_for_nobody();
	pthread_join(t, NULL);
	return 0;
}
END
stack=$root/programs/wrong/classic/safe_stack.c
expect "a livelock is minimised" 1 '"switches": [0-9],' "$heddle" run --json --quiet --oracle livelock "$stack"
expect "after one livelock others are given up early" 0 '"steps": [0-9]\{7\},' "$heddle" run --json --quiet \
	--oracle memory --schedule random --executions 2000 "$stack"
expect "but not another one that is looked for" 1 "2 violations" \
	"$heddle" run --oracle livelock --keep-going --executions 300 livelocks.c
