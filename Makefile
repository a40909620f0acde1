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

# SEEDS=10, TIME=10 (seconds of one run, at most), EXECUTIONS=100000, QUICK=1
evaluate: setup
	@$(MAKE) --no-print-directory all
	@BUILD=$(BUILD) bench/evaluate $(if $(QUICK),--quick) $(if $(SEEDS),--seeds $(SEEDS)) \
		$(if $(TIME),--time $(TIME)) $(if $(EXECUTIONS),--executions $(EXECUTIONS))

tidy: all
	@find src -name '*.c' ! -name module.c | xargs -P "$$(nproc)" -n 4 clang-tidy-19 -p $(BUILD) --quiet

install: all
	meson install -C $(BUILD) --no-rebuild

clean:
	rm -rf $(BUILD)

.PHONY: all setup demo check check-long sanitize bench evaluate tidy install clean
