# SPDX-License-Identifier: Apache-2.0
# The ten failures of ConCrash's table 1, as C: reproduced from crash.txt, with at most as many tests
# explored as the most of the published runs, and in tests of at most the published size.
# limits SUBJECT TESTS CALLS
limits() {
	subject=$root/../bench/subjects/$1
	flags=$(sed -n '/^\[stack\]/,$s/^flags = //p' "$subject/subject.ini")
	expect "$1" 0 "within limits" sh -c "
		'$heddle' reproduce --json --out subjects --stack '$subject/crash.txt' $flags \
			'$subject/$1.h' '$subject/$1.c' -lm >'$1.json'
		python3 - '$1.json' $2 $3 <<'CHECK'
import json, sys
o = json.load(open(sys.argv[1]))
tests, size, match = o['reproduction']['explored'], o['test_size'], o['match']
good = match == 'exact' and tests <= int(sys.argv[2]) and size <= int(sys.argv[3])
print('within limits' if good else 'not', match, tests, 'tests', size, 'calls')
CHECK"
}
limits per_user_pool_data_source 4 4
limits shared_pool_data_source 4 4
limits int_range 1 4
limits buffered_input_stream 2 5
limits logger 4 5
limits pushback_reader 1 4
limits number_axis 1 3
limits xy_series 15 6
limits category 1 5
limits file_appender_102 9 10
# What optimised builds of them left: the method jumped into the function below it, and has no frame; the access
# was inlined, and has the line of the call; the whole stack is a function without accesses, and no line.
printf '#0  0x1 in sub_append (appender=0x5, event=0x6) at file_appender_102.c:338\n#1  0x2 in thread_1 () at test.c:40\n' >jump.txt
printf '#0  next_key (iterator=<synthetic pointer>) at shared_pool_data_source.c:123
#1  register_new_instance (source=0x5) at shared_pool_data_source.c:132
#2  0x2 in shared_pool_data_source_set_data_source_name (source=0x5) at shared_pool_data_source.c:246\n' >inlined.txt
printf 'PID 1 - core\nTID 3:\n#0  0x000055b842bd098d     file_appender_append - test\n#1  0x000055b842bd03a0 - 1 thread_1 - test\n' >whole.txt
# same_functions NAME SUBJECT STACK
same_functions() {
	subject=$root/../bench/subjects/$2
	flags=$(sed -n '/^\[stack\]/,$s/^flags = //p' "$subject/subject.ini")
	# shellcheck disable=SC2086 # words
	expect "$1" 1 "reproduced (same functions)" "$heddle" reproduce --out subjects --stack "$3" $flags "$subject/$2.h" "$subject/$2.c" -lm
}
same_functions "a method without a frame" file_appender_102 jump.txt
same_functions "an access with the line of the call" shared_pool_data_source inlined.txt
same_functions "a function without accesses" file_appender_102 whole.txt
