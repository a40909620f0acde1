// int T_create(T **out, ...), and a destructor that takes T **.
#include <stdint.h>

struct ring;

int ring_create(struct ring **out, unsigned slots);
void ring_destroy(struct ring **ring);
int ring_put(struct ring *ring, void *item);
int ring_get(struct ring *ring, void **item);
uint32_t ring_count(const struct ring *ring);
