# SPDX-License-Identifier: Apache-2.0
# Stored findings as a regression suite: still there, fixed, moved, adapted.
mkdir -p suite/elsewhere
cp "$root"/../examples/stack/stack.[ch] suite
cp suite/stack.c original.c
# edit PYTHON: s is the text of the original source
edit() {
	python3 -c 'import sys
s = open("original.c").read()
exec(sys.argv[1])
open("suite/stack.c", "w").write(s)' "$1"
}
# check NAME STATUS TEXT OPTIONS...: in the directory of the sources
check() {
	name=$1 want=$2 text=$3
	shift 3
	expect "$name" "$want" "$text" sh -c "cd suite && '$heddle' check $*"
}
(cd suite && "$heddle" test -q stack.h stack.c >/dev/null; mkdir findings && cp -r heddle-out/findings/* findings)
expect "git would not take the harness" 0 "^harness$" cat suite/findings/*/.gitignore
expect "no path of this machine" 1 "" grep -r "$work" suite/findings --include=*.json --include=*.c --include=*.txt --include=schedule
rm suite/findings/*/harness
check "as it was found" 1 "with the stored trace" --out other findings
check "of an output directory" 1 "1 finding, 1 still there"
check "one finding" 1 "1 still there" "findings/*"
edit 's = "/*\n" + "moved\n" * 30 + "*/\n" + s'
check "moved by thirty lines" 1 "stack.c:105" --out other findings
check "the trace is the same" 1 "with the stored trace" --out other findings
edit 's += "\nint unrelated(int x) { return x + 1; }\n"'
check "an unrelated change" 1 "with the stored trace" --out other findings
sed -i 's/^bool stack_push/bool stack_another(stack *stack);\n&/' suite/stack.h
check "another function in the header" 1 "with the stored trace" --out other findings
edit 's = s.replace("\tbool empty", "\tfor (int i = 0; i < 7; i++) { pthread_mutex_unlock(&stack->lock); pthread_mutex_lock(&stack->lock); }\n\tbool empty")'
check "other steps" 1 "under another schedule, found after" --out other findings
check "the schedule is adapted" 1 "the finding is updated" --out other --update findings
check "and then exact" 1 "with the stored trace" --out other findings
edit 's = s.replace("\tif (stack_is_empty(stack)) {\n\t\treturn false;\n\t}\n\tpthread_mutex_lock(&stack->lock);", "\tpthread_mutex_lock(&stack->lock);\n\tif (!stack->top) {\n\t\tpthread_mutex_unlock(&stack->lock);\n\t\treturn false;\n\t}")'
check "repaired" 0 "neither its schedule nor 10000 executions around it" --out other findings
check "repaired, as JSON" 0 '"verdict": "fixed"' --json --out other findings
check "as many executions as asked for" 0 "nor 500 executions" --executions 500 --out other findings
edit 's = s.replace("\tstack->top = node->next;\n\tstack->size--", "\tif (!node) {\n\t\treturn false;\n\t}\n\tstack->top = node->next;\n\tstack->size--")'
check "repaired badly" 1 "instead of it, the same calls show deadlock" --out other findings
edit 's = s.replace("stack_pop", "stack_take")'
sed -i 's/stack_pop/stack_take/' suite/stack.h
check "a function is gone" 2 "does not fit the API" --out other findings
edit 's += "error"'
check "sources that do not compile" 2 "not checked" --out other findings
check "nothing to check" 0 "0 findings" elsewhere
check "no directory" 2 "not a directory" nowhere
# A program, and several findings at once.
printf '#include <assert.h>\n#include <pthread.h>\nstatic int x;\nstatic void *w(void *a) { int v = x; x = v + 1; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); w(0); pthread_join(t, 0); assert(x == 2); return 0; }\n' >lost.c
"$heddle" run -q --keep-going --executions 2000 --out of-run lost.c >/dev/null
expect "findings of a program" 1 "still there" "$heddle" check of-run
expect "several are replayed" 1 "replayed 1 of 1" "$heddle" replay -q of-run/findings/*
expect "all of them" 0 "^$(ls of-run/findings | wc -l)$" sh -c "'$heddle' replay -q of-run/findings/* | wc -l"
sed -i 's/int v = x; x = v + 1;/__atomic_fetch_add(\&x, 1, __ATOMIC_SEQ_CST);/' lost.c
expect "the program is repaired" 0 "fixed" "$heddle" check of-run
