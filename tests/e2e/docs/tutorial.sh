# SPDX-License-Identifier: Apache-2.0
# Every command of the tutorial runs, ends as it says and prints what it shows.
mkdir -p tutorial tutorial-bin
ln -sf "$heddle" tutorial-bin/heddle
cp "$root"/../examples/stack/stack.[ch] tutorial
expect "tutorial" 0 "^10 commands$" sh -c "cd tutorial && PATH='$work/tutorial-bin':\$PATH '$root/e2e/docs/run-tutorial' '$root/../docs/tutorial.md'"
# The traces of findings have values.
expect "values" 0 "write stack.top ← 0" sh -c "cat tutorial/regressions/*/report.txt"
