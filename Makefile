# SPDX-License-Identifier: Apache-2.0
# Thin: Meson does the building. `make` gives build/heddle, which runs in place.

BUILD ?= build
PREFIX ?= /usr/local

all: $(BUILD)/build.ninja
	@ninja -C $(BUILD)

$(BUILD)/build.ninja:
	CC=clang-19 CXX=clang++-19 meson setup $(BUILD) --prefix=$(PREFIX)

setup:
	@scripts/setup

# What heddle needs to run, without the tests' own programs.
demo: setup $(BUILD)/build.ninja
	@ninja -C $(BUILD) heddle heddle-module.o libheddle-engine.a libheddle-pass.so
	@scripts/demo $(BUILD)/heddle

check: setup
	@$(MAKE) --no-print-directory all
	@BUILD=$(BUILD) tests/run

check-long: setup
	@$(MAKE) --no-print-directory all
	@BUILD=$(BUILD) tests/run --long
	@$(MAKE) --no-print-directory sanitize

# Host and units under ASan and UBSan; the engine, whose fibers ASan cannot follow
# at its fixed addresses, traps at undefined behaviour.
sanitize: setup
	@test -f $(BUILD)-sanitized/build.ninja || CC=clang-19 CXX=clang++-19 meson setup $(BUILD)-sanitized \
		-Db_sanitize=address,undefined -Db_lundef=false -Dprofile=none \
		-Dengine_args=-fsanitize=undefined,-fsanitize-trap=undefined
	@ninja -C $(BUILD)-sanitized
	@BUILD=$(BUILD)-sanitized tests/run

bench: setup
	@$(MAKE) --no-print-directory all
	@bench/run

# SEEDS=10, TIME=10 (seconds of one run, at most), EXECUTIONS=20000, QUICK=1, FROM=FILE (records to go on from)
evaluate: setup
	@$(MAKE) --no-print-directory all
	@BUILD=$(BUILD) bench/evaluate $(if $(QUICK),--quick) $(if $(SEEDS),--seeds $(SEEDS)) \
		$(if $(TIME),--time $(TIME)) $(if $(EXECUTIONS),--executions $(EXECUTIONS)) $(if $(FROM),--from $(FROM))

tidy: setup
	@$(MAKE) --no-print-directory all
	@tests/check-tidy $(BUILD) --long

format:
	@scripts/format
	@scripts/wrap-docs

install: all
	meson install -C $(BUILD) --no-rebuild

# What install wrote down that it put somewhere; directories only when nothing else is in them.
uninstall:
	@test -f $(BUILD)/meson-logs/install-log.txt || { echo "nothing was installed from $(BUILD)"; exit 2; }
	@grep -v '^#' $(BUILD)/meson-logs/install-log.txt | while read -r path; do \
		if [ -d "$$path" ]; then rmdir "$$path" 2>/dev/null || true; else rm -vf "$$path"; fi; done

clean:
	rm -rf $(BUILD)

.PHONY: all setup demo check check-long sanitize bench evaluate tidy format install uninstall clean
