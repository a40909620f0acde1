# The manuals of all commands but test: their examples run and end as they say, and every
# option is in them.
cp "$root"/../examples/bank/bank.c .
for page in heddle heddle-run heddle-replay heddle-check heddle-report heddle-merge heddle-cc; do
	manual=$root/../docs/man/$page.1
	rm -rf heddle-out
	awk '/^\.\\" run / { status = $3 } /^heddle / && status != "" { gsub(/\\/, ""); print status, $0; status = "" }' \
		"$manual" >examples.txt
	while read -r manual_status manual_line; do
		manual_line=${manual_line#heddle }
		expect "manual: heddle $manual_line" "$manual_status" "" sh -c "'$heddle' $manual_line"
	done <examples.txt
	[ "$page" = heddle ] || expect "manual: $page has examples" 0 "^[3-9]" wc -l examples.txt
	expect "manual: $page has no errors" 0 "" sh -c "! command -v man >/dev/null || test -z \"\$(LC_ALL=C.UTF-8 man --warnings -E UTF-8 -l '$manual' 2>&1 >/dev/null)\""
done
for command in run replay check report merge; do
	manual=$root/../docs/man/heddle-$command.1
	for option in $("$heddle" $command --help | grep -o -e '^  \(-., \)*--[a-z-]*' | grep -o -e '--[a-z-]*'); do
		expect "manual: $command $option" 0 "" grep -q -e "$(echo "$option" | sed 's/-/\\\\-/g')" "$manual"
	done
	# And the other way round: none that is gone.
	for option in $(sed -n '/^\.SH OPTIONS/,/^\.SH [^O]/p' "$manual" | sed 's/\\-/-/g' | grep -e '^\.B' | grep -o -e '--[a-z-]*' | sort -u); do
		expect "manual: $command $option is one" 0 "" sh -c "'$heddle' $command --help | grep -q -e ' $option\\b'"
	done
done
for command in $("$heddle" --help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
	expect "manual: heddle has $command" 0 "" grep -q -e "heddle-$command (1)" "$root/../docs/man/heddle.1"
done
for name in $("$heddle" run --list-strategies | cut -d ' ' -f 1); do
	expect "manual: schedule $name" 0 "" grep -q -e "^\.B $name\$" "$root/../docs/man/heddle-run.1"
done
