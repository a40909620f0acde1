#include <assert.h>
#include <stdio.h>
#include <unistd.h>
int main(void) { char c; assert(read(0, &c, 1) == 0); assert(getchar() == EOF); return 0; }
