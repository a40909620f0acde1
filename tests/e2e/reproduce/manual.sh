# SPDX-License-Identifier: Apache-2.0
# The manual: its examples run and end as it says, and every option is in it.
manual=$root/../docs/man/heddle-reproduce.1
cp "$root"/../examples/sessions/sessions.[ch] "$root"/../examples/sessions/crash.txt .
awk '/^\.\\" run / { status = $3 } /^heddle / && status != "" { gsub(/\\/, ""); print status, $0; status = "" }' \
	"$manual" >examples.txt
while read -r manual_status manual_line; do
	manual_line=${manual_line#heddle }
	expect "manual: heddle $manual_line" "$manual_status" "reproduced (exact)" sh -c "'$heddle' $manual_line"
done <examples.txt
expect "manual: has examples" 0 "^2" wc -l examples.txt
for option in $("$heddle" reproduce --help | grep -o -e '^  \(-., \)*--[a-z-]*' | grep -o -e '--[a-z-]*'); do
	expect "manual: $option" 0 "" grep -q -e "$(echo "$option" | sed 's/-/\\\\-/g')" "$manual"
done
