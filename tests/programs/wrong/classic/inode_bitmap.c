// heddle: assertion
// Threads look for a free block and mark it in two steps; the inode's lock does not cover the blocks.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#define BLOCKS 4
static pthread_mutex_t inode_locks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int busy[BLOCKS], owner[BLOCKS];

static void *allocate(void *arg) {
    int me = (int)(size_t)arg;
    pthread_mutex_lock(&inode_locks[me]);
    for (int b = 0; b < BLOCKS; b++) {
        if (!busy[b]) {
            busy[b] = 1;
            owner[b] = me + 1;
            assert(owner[b] == me + 1);
            break;
        }
    }
    pthread_mutex_unlock(&inode_locks[me]);
    return NULL;
}

int main(void) {
    pthread_t t[3];
    int used = 0;
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, allocate, (void *)(size_t)i);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    for (int b = 0; b < BLOCKS; b++)
        used += busy[b];
    assert(used == 3);
    return 0;
}
