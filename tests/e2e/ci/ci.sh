# SPDX-License-Identifier: Apache-2.0
# What is offered for builds and CI services, as far as it goes without the service.
ci=$root/../ci
bin=$work/bin
mkdir -p "$bin"
ln -sf "$heddle" "$bin/heddle"

# Known findings do not fail.
cp "$root"/../examples/stack/stack.[ch] .
"$heddle" test -q --keep-going --executions 3000 --out first stack.h stack.c >/dev/null
"$heddle" report --format json first >baseline.json
expect "all are known" 0 "no violation besides" "$heddle" test --baseline baseline.json --executions 3000 --out second stack.h stack.c
sed -i '1i\
// moved' stack.c
expect "also when lines have moved" 0 "no violation besides" "$heddle" test --baseline baseline.json --executions 3000 --out second stack.h stack.c
python3 -c 'import json
known = json.load(open("baseline.json"))
known["findings"] = [f for f in known["findings"] if f["kind"] != "null-dereference"]
json.dump(known, open("fewer.json", "w"))'
expect "a new one fails" 1 "null-dereference in stack_pop" "$heddle" test -q --baseline fewer.json --executions 3000 --out third stack.h stack.c
expect "no such baseline" 2 "nowhere.json" "$heddle" test --baseline nowhere.json stack.h stack.c
echo '[]' >list.json
expect "a baseline without findings" 2 'has no "findings"' "$heddle" test --baseline list.json stack.h stack.c
echo '{' >broken.json
expect "a broken baseline" 2 "is not JSON" "$heddle" test --baseline broken.json stack.h stack.c

# CMake: a package and tests under ctest.
cp -r "$root/e2e/project/sample" with-cmake
cat >>with-cmake/CMakeLists.txt <<'END'
heddle_add_test(NAME threads HEADERS include/ledger.h EXECUTIONS 3000)
heddle_add_test(NAME known HEADERS include/ledger.h EXECUTIONS 3000 BASELINE known.json)
heddle_add_check(NAME regressions FINDINGS findings)
END
sed -i 's/^find_package/enable_testing()\nfind_package(heddle REQUIRED)\n&/' with-cmake/CMakeLists.txt
(
	cd with-cmake || exit
	cmake -B other -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -Dheddle_DIR="$ci/cmake" -DHEDDLE_EXECUTABLE="$heddle" >cmake.txt 2>&1
	"$heddle" test -q --keep-going -p other --executions 3000 include/ledger.h >/dev/null
	"$heddle" report --format json >known.json
	cp -r heddle-out/findings findings
	cmake -B build -Dheddle_DIR="$ci/cmake" -DHEDDLE_EXECUTABLE="$heddle" >cmake.txt 2>&1
) >/dev/null
expect "cmake: find_package" 0 "Build files have been written\|Configuring done" cat with-cmake/cmake.txt
expect "cmake: found" 8 "threads.*Failed" ctest --test-dir with-cmake/build -R threads --output-on-failure
expect "cmake: known" 0 "100% tests passed" ctest --test-dir with-cmake/build -R known --output-on-failure
expect "cmake: regressions" 8 "still there" ctest --test-dir with-cmake/build -R regressions --output-on-failure
python3 - <<'END'
path = "with-cmake/core/ledger.c"
text = open(path).read()
text = text.replace("""	int amount = ledger_get(ledger, account);
	guard_enter(&ledger->guard);
	*table_slot""", """	guard_enter(&ledger->guard);
	int amount = *table_slot(ledger->amounts, account % LEDGER_ACCOUNTS);
	*table_slot""")
open(path, "w").write(text)
END
expect "cmake: repaired" 0 "100% tests passed" ctest --test-dir with-cmake/build --output-on-failure

# Meson: the lines that the documentation shows.
cp -r "$root/e2e/project/sample" with-meson
awk '/^```meson$/ { on = 1; next } /^```$/ { on = 0 } on' "$root/../docs/ci.md" >>with-meson/meson.build
PATH=$bin:$PATH meson setup with-meson/build with-meson >meson.txt 2>&1
expect "meson: found" 1 "ledger-threads *FAIL" env PATH="$bin:$PATH" meson test -C with-meson/build
cp with-cmake/core/ledger.c with-meson/core
expect "meson: repaired" 0 "Fail: *0" env PATH="$bin:$PATH" meson test -C with-meson/build

# The steps of the GitHub action and of the GitLab job, with what the services would set.
cat >steps.py <<'END'
import re, subprocess, sys, yaml, os
action = yaml.safe_load(open(sys.argv[1] + "/action.yml"))
assert action["runs"]["using"] == "composite"
inputs = {name: str(value.get("default", "")) for name, value in action["inputs"].items()}
inputs.update(item.split("=", 1) for item in sys.argv[2:])
outputs = {}
def fill(text):
    def value(match):
        where, name = match.group(1).rsplit(".", 1)
        return inputs[name] if where == "inputs" else outputs[name]
    return re.sub(r"\$\{\{ ([a-z.-]+) \}\}", value, text)
for step in action["runs"]["steps"]:
    if "run" not in step:
        assert "uses" in step and "@" in step["uses"]
        continue
    assert step["shell"] == "bash"
    env = dict(os.environ, GITHUB_ACTION_PATH=sys.argv[1], GITHUB_OUTPUT="outputs.txt", GITHUB_STEP_SUMMARY="summary.md")
    env.update((name, fill(value)) for name, value in step.get("env", {}).items())
    open("outputs.txt", "w").close()
    done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", fill(step["run"])], env=env)
    outputs.update(line.strip().split("=", 1) for line in open("outputs.txt"))
    if done.returncode:
        sys.exit(done.returncode)
END
mkdir github && cp "$root"/../examples/stack/stack.[ch] github
expect "github: found" 1 "null-dereference" env PATH="$bin:$PATH" sh -c "cd github && python3 ../steps.py '$ci' 'files=stack.h stack.c' time=2s"
for report in report.html report.sarif report.xml findings.json; do
	expect "github: $report" 0 "" test -s github/heddle-out/$report
done
expect "github: summary" 0 "null-dereference" cat github/summary.md
expect "github: known" 0 "no violation besides" env PATH="$bin:$PATH" sh -c "cd github && python3 ../steps.py '$ci' 'files=stack.h stack.c' time=2s baseline=../baseline.json"
expect "gitlab: a job" 0 "heddle-ci report.xml" python3 -c 'import sys, yaml
job = yaml.safe_load(open(sys.argv[1]))[".heddle"]
print(" ".join(job["script"]), job["artifacts"]["reports"]["junit"].split("/")[-1])' "$ci/gitlab/heddle.yml"
mkdir gitlab && cp "$root"/../examples/stack/stack.[ch] gitlab && cp -r github/heddle-out/findings gitlab/stored
expect "gitlab: findings are checked" 1 "still there" env PATH="$bin:$PATH" HEDDLE_TIME=1s HEDDLE_FINDINGS=stored HEDDLE_FILES="stack.h stack.c" \
	sh -c "cd gitlab && '$ci/heddle-ci'"
expect "gitlab: JUnit" 0 "" test -s gitlab/heddle-out/report.xml

# Completions: every option of every command, in the syntax of the shell.
for shell in bash zsh fish; do
	"$heddle" --completion $shell >completion.$shell
	expect "$shell: has the commands" 0 "doctor" cat completion.$shell
	! command -v $shell >/dev/null || expect "$shell: is well-formed" 0 "" $shell -n completion.$shell
done
expect "no such shell" 2 "bash, zsh or fish" "$heddle" --completion tcsh
complete() { # WORDS...: what bash offers for the last
	bash -c '. ./completion.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _heddle; printf "%s\n" "${COMPREPLY[@]}"' x "$@"
}
complete heddle test --keep >offered
expect "bash: an option" 0 "^--keep-going$" cat offered
complete heddle report --format s >offered
expect "bash: a value" 0 "^sarif$" cat offered
complete heddle d >offered
expect "bash: a command" 0 "^doctor$" cat offered
for command in test run replay check report; do
	for option in $("$heddle" $command --help | grep -o -e '^  \(-., \)*--[a-z-]*' | grep -o -e '--[a-z-]*'); do
		expect "bash: $command $option" 0 "" sh -c "sed -n '/^\t\t$command) /p' completion.bash | grep -q -e '$option\\b'"
	done
done

# What a machine lacks.
expect "doctor" 0 "everything that heddle needs is there" "$heddle" doctor
expect "doctor: no clang" 2 "missing *clang 19" env HEDDLE_CLANG=/nonexistent "$heddle" doctor
expect "doctor: arguments" 2 "takes no arguments" "$heddle" doctor x
expect "version" 0 "^heddle [0-9.]* (LLVM 19\.[0-9.]*)$" "$heddle" --version
