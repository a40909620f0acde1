// SPDX-License-Identifier: Apache-2.0
// The loop around a finding's test: what one would write to see the bug without heddle. The test's main
// is compiled as test_main. A hang ends by the alarm. Argument: rounds.
#include <stdlib.h>
#include <unistd.h>

#define HANG_SECONDS 5
#define ROUNDS_PER_ALARM 256

int test_main(void);

int main(int argc, char **argv)
{
    long rounds = argc > 1 ? atol(argv[1]) : 1;

    for (long i = 0; i < rounds; i++) {
        if (i % ROUNDS_PER_ALARM == 0) {
            alarm(HANG_SECONDS);
        }
        test_main();
    }
    return 0;
}
