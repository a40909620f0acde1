// Blocks for ever in a call that heddle does not know.
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void) { int word = 1; return (int)syscall(SYS_futex, &word, 0, 1, 0, 0, 0); }
