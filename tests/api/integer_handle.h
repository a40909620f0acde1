// Integers as handles, with a typedef and without.
typedef int pool_id;

pool_id pool_create(int threads);
void pool_destroy(pool_id pool);
int pool_submit(pool_id pool, void (*job)(void *), void *arg);
int pool_pending(pool_id pool);

int chan_open(unsigned capacity);
int chan_send(int chan, int value);
int chan_recv(int chan, int *value);
int chan_close(int chan);
