#include <assert.h>
#include <signal.h>
#include <stdlib.h>
static volatile sig_atomic_t seen;
static void note(int sig) { seen = sig; }
int main(void) { signal(SIGSEGV, note); signal(SIGUSR1, note); raise(SIGUSR1); assert(seen == SIGUSR1); return 0; }
