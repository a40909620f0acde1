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
