#include <stdio.h>
int main(void) { puts((const char *)0x123456789000); return 0; }
