#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static void *quit(void *how) { if (how) _exit(3); exit(4); }
int main(void) { pthread_t t; pthread_create(&t, 0, quit, 0); pthread_create(&t, 0, quit, &t); pthread_exit(0); }
