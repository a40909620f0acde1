# SPDX-License-Identifier: Apache-2.0
# Findings of programs that look at their arguments and at the environment replay, however large
# the environment is and wherever the program lies.
mkdir arguments
cat >arguments/program.c <<'END'
#include <stdlib.h>
#include <string.h>
char *name, *word, *home;
int main(int argc, char **argv)
{
	name = argv[0];
	word = argv[1];
	home = getenv("HOME");
	char first = *strtok(word, ","); // which changes it
	if (argc == 3 && first == 'x' && strchr(argv[1], ',') == NULL && home == getenv("HOME")) {
		*(volatile int *)0 = 1;
	}
	return 0;
}
END
expect "arguments of a program" 1 "null-dereference" env HOME=/home/of/a/user \
	"$heddle" run --jobs 2 --out arguments/out arguments/program.c -- x,y z
for size in 1 100 5000; do
	padding=$(head -c $size /dev/zero | tr '\0' p)
	expect "replay with $size bytes more of environment" 1 "5 of 5" env PADDING="$padding" HOME=/home/of/a/user \
		"$heddle" replay --times 5 arguments/out/findings/*
done
expect "replay in a small environment" 1 "5 of 5" env -i PATH="$PATH" HOME=/home/of/a/user \
	"$heddle" replay --times 5 arguments/out/findings/*
mv arguments/out arguments/another-folder-with-a-longer-name
expect "replay elsewhere" 1 "5 of 5" env HOME=/home/of/a/user \
	"$heddle" replay --times 5 arguments/another-folder-with-a-longer-name/findings/*
