# SPDX-License-Identifier: Apache-2.0
# The program as it is built and installed.
echo 'int main(void) { return 0; }' >fine.c
expect "position independent" 0 "DYN" readelf -h "$heddle"
expect "relocations are read-only" 0 "GNU_RELRO" readelf -Wl "$heddle"
expect "and bound at the start" 0 "BIND_NOW" readelf -d "$heddle"
if ! nm -D "$heddle" | grep -q __asan; then # which checks all of this itself
	expect "stack protector" 0 "__stack_chk_fail" readelf -Ws "$heddle"
	expect "checked calls of the C library" 0 "__snprintf_chk\|__vsnprintf_chk" readelf -Ws "$heddle"
fi
build=$(dirname "$heddle")
if [ -f "$build/build.ninja" ]; then
	log=$build/meson-logs/install-log.txt
	[ ! -f "$log" ] || cp "$log" install-log # a person's own installation
	source=$(cd "$root/.." && pwd)
	expect "install" 0 "" env DESTDIR="$work/root" meson install -C "$build" --no-rebuild
	installed=$(find root -name heddle -type f -perm -1)
	expect "it runs there" 0 "no violation" "$installed" run --executions 10 fine.c
	expect "uninstall" 0 "" make -C "$source" uninstall BUILD="$build"
	expect "nothing is left" 1 "" test -e root
	rm -f "$log"
	[ ! -f install-log ] || cp install-log "$log"
fi
