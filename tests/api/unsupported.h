// What cannot be called, and why.
#include <stdarg.h>

typedef struct odd odd;

odd *odd_new(void);
void odd_free(odd *o);
void odd_vprint(odd *o, const char *format, va_list args);
void odd_complex(odd *o, double _Complex z);
void odd_many(odd *o, int a, int b, int c, int d, int e, int f, int g, int h, int i, int j, int k, int l);
void odd_table(odd *o, void (*const handlers[4])(int));
void odd_fine(odd *o, int matrix[4], long double x, unsigned char *bytes, const double *samples, int n);
int unrelated(int x);
