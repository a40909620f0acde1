// A counter for threads, with one function that is not.
typedef struct counter counter;

counter *counter_new(void);
void counter_free(counter *c);
void counter_add(counter *c, int amount);
int counter_value(counter *c);
void counter_reset(counter *c);
