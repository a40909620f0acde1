// Hints in comments.
typedef struct meter meter;

meter *meter_new(void);
void meter_free(meter *m);
/* @heddle exclude needs a terminal */
void meter_draw(meter *m);
// @heddle role observer
// @heddle weak
int meter_sample(meter *m);
/**
 * Adds.
 * @heddle range(n, 0, 10)
 */
void meter_add(meter *m, int n);
void meter_step(meter *m, int by); // not thread-safe
/* Must only be used by
 * one thread at a time. */
void meter_walk(meter *m, int by);
void meter_enter(meter *m); // only one thread at a time gets in
/// @heddle length-of(values)
void meter_load(meter *m, const int *values, int how_many);
/// @heddle values(mode, 1, 2, 4)
/// @heddle kind(data, payload)
void meter_mode(meter *m, int mode, long *data);
