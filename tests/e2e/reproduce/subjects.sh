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
# reproduced NAME TEXT SUBJECT STACK
reproduced() {
	subject=$root/../bench/subjects/$3
	flags=$(sed -n '/^\[stack\]/,$s/^flags = //p' "$subject/subject.ini")
	# shellcheck disable=SC2086 # words
	expect "$1" 1 "$2" "$heddle" reproduce --out subjects --stack "$4" $flags "$subject/$3.h" "$subject/$3.c" -lm
}
same="reproduced (same functions)"
reproduced "a method without a frame" "$same" file_appender_102 jump.txt
reproduced "an access with the line of the call" "$same" shared_pool_data_source inlined.txt
one="heddle: 1 test explored"
reproduced "a function without accesses" "$same" file_appender_102 whole.txt
reproduced "what takes nothing away comes later" "$one" file_appender_102 whole.txt
printf 'TID 3:\n#0  0x0000555c4f4b68a9     category_get_all_appenders - test\n' >lineless.txt
reproduced "after whatever prefix" "$one" category lineless.txt
reproduced "an assertion without its function" "$same" number_axis "$root/crash/lldb-lost.txt"
reproduced "the method that reads most again comes first" "$one" number_axis "$root/crash/lldb-lost.txt"
# The filter is read four calls further in.
printf '#0  0x0 in ?? ()\n#1  0x1 in logger_info ()\n' >method.txt
reproduced "a call of NULL with no frame but the method's" "$one" logger method.txt
# logger_info() jumped into logger_log(), whose parameters have more values: only the 104th prefix comes to the point.
printf '#0  0x0 in ?? ()\n#1  0x1 in is_filtered (logger=0x5, record=0x7) at logger.c:246
#2  logger_log_record (logger=0x5, record=0x7) at logger.c:251\n#3  0x2 in do_log (logger=0x5, record=0x7) at logger.c:280
#4  0x3 in logger_log (logger=0x5, level=<optimized out>, message=<optimized out>) at logger.c:301\n' >late.txt
reproduced "a point that few prefixes come to" "$one" logger late.txt
