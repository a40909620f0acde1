// heddle: dpor EXCHANGE:28 BIT:28
// Two threads, a lock that is waited for by storing what is there already: who comes first, and how often
// the other one looks before it is set aside.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint word;
static int counter;

static int is_taken(void)
{
#ifdef BIT
    return atomic_fetch_or_explicit(&word, 4, memory_order_acquire) & 4;
#else
    return atomic_exchange_explicit(&word, 1, memory_order_acquire) != 0;
#endif
}

static void *worker(void *arg)
{
    while (is_taken())
        ;
    counter++;
    atomic_store_explicit(&word, 0, memory_order_release);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(counter == 2);
    return 0;
}
