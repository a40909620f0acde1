# A lone --help is heddle cc's own; everything else is answered by clang, as configure scripts expect.
expect "cc: help" 0 "^usage: heddle cc" "$heddle" cc --help
expect "cc: help says that clang's options are accepted" 0 "all of its options are accepted" "$heddle" cc --help
expect "cc: help is not clang's" 1 "" sh -c "'$heddle' cc --help | grep -e 'LLVM compiler'"
expect "cc: the same by heddle help" 0 "" sh -c "'$heddle' help cc >a.txt && '$heddle' cc --help | cmp - a.txt"
expect "c++: help" 0 "^usage: heddle cc" "$heddle" c++ --help
expect "cc: help among other options is clang's" 0 "LLVM compiler" "$heddle" cc -Wall --help
expect "cc: version is clang's" 0 "clang version 19" "$heddle" cc --version
