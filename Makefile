# ravel's one Makefile. `make help` lists the targets.
#
# BUILD selects a variant: release (default), debug or asan. Each builds into build/<variant>/;
# build/ravel is the release compiler. Sources are found by wildcard, so a new file needs no edit.

VERSION := 0.1.0
BUILD   ?= release
PREFIX  ?= /usr/local
ifeq ($(origin CC),default)
CC      := gcc
endif

CPPFLAGS_ALL := -D_POSIX_C_SOURCE=200809L -DRAVEL_VERSION='"$(VERSION)"' -Isrc -I. $(CPPFLAGS)
# Other compilers have other warnings: they are errors only where we know the compiler (.ci/run).
WARNINGS     := -Wall -Wextra -Wpedantic -Wswitch-enum $(WERROR)
SANITIZE     := -fsanitize=address,undefined -fno-sanitize-recover=all

ifeq ($(BUILD),release)
VARIANT_FLAGS := -O2 -g
else ifeq ($(BUILD),debug)
VARIANT_FLAGS := -O0 -g3 -DRAVEL_ALWAYS_VERIFY
else ifeq ($(BUILD),asan)
VARIANT_FLAGS := -O1 -g -fno-omit-frame-pointer $(SANITIZE) -DARENA_POISON -DRAVEL_ALWAYS_VERIFY
else
$(error BUILD must be release, debug or asan, not '$(BUILD)')
endif

CFLAGS_ALL  := -std=c11 $(WARNINGS) $(VARIANT_FLAGS) $(CFLAGS)
LDFLAGS_ALL := $(VARIANT_FLAGS) $(LDFLAGS)
LIBRARIES   := -lm -pthread

# Fusion plans exactly where lp_solve is; otherwise greedily (ravel --version says which). Linked
# statically where the archive is there.
ifneq ($(wildcard /usr/include/lpsolve/lp_lib.h /usr/local/include/lpsolve/lp_lib.h),)
LPSOLVE      := $(firstword $(wildcard /usr/lib/lp_solve/liblpsolve55_pic.a /usr/lib/liblpsolve55_pic.a \
                  /usr/lib/*/liblpsolve55_pic.a /usr/lib/liblpsolve55.a /usr/local/lib/liblpsolve55.a) -llpsolve55)
CPPFLAGS_ALL += -DRAVEL_HAS_LPSOLVE
COLAMD       := $(or $(wildcard /usr/lib/*/libcolamd.a),-lcolamd) $(wildcard /usr/lib/*/libsuitesparseconfig.a)
LIBRARIES    := $(LPSOLVE) $(COLAMD) -ldl $(LIBRARIES)
endif

OUTPUT       := build/$(BUILD)
SOURCES      := $(sort $(wildcard src/*/*.c src/*/*/*.c rts/c/*.c))
UNIT_SOURCES := $(sort $(wildcard test/unit/*.c))
PRELUDE      := $(sort $(wildcard prelude/futhark/*.fut))
NESL_PRELUDE := $(sort $(wildcard prelude/nesl/*.nesl))
APL_PRELUDE  := $(sort $(wildcard prelude/apl/*.apl))
FCL_PRELUDE  := $(sort $(wildcard prelude/fcl/*.fcl))
FLAT_PRELUDE := $(sort $(wildcard prelude/flat/*.core))
RTS          := $(sort $(wildcard rts/c/*.[ch] rts/gpu/*.[ch] rts/gpu/*.kernel rts/opencl/*.c rts/cuda/*.[ch]))
OBJECTS      := $(SOURCES:%.c=$(OUTPUT)/%.o) $(OUTPUT)/generated/prelude_futhark.o $(OUTPUT)/generated/prelude_nesl.o $(OUTPUT)/generated/prelude_apl.o $(OUTPUT)/generated/prelude_fcl.o \
                $(OUTPUT)/generated/prelude_flat.o \
                $(OUTPUT)/generated/rts.o $(OUTPUT)/generated/error_index.o $(OUTPUT)/generated/pages.o
UNIT_OBJECTS := $(UNIT_SOURCES:%.c=$(OUTPUT)/%.o)
MAIN_OBJECT  := $(OUTPUT)/src/driver/main.o
BINARIES     := $(OUTPUT)/ravel $(if $(filter release,$(BUILD)),build/ravel)
# Pages: their lines are short.
PAGES        := README.md CHANGELOG.md bench/README.md $(sort $(wildcard doc/*.md doc/languages/*.md src/front/*/README.md))
FORMATTED     = $(shell find src rts test bench -name '*.[ch]' 2>/dev/null)

# Say what is made; V=1 shows the commands themselves, -s nothing.
ifeq ($(V),1)
SAY = @:
else
.SILENT:
SAY = $(if $(findstring s,$(firstword -$(MAKEFLAGS))),@:,@echo)
endif

# A plain `make test` builds in parallel; an explicit -j is left alone.
JOBS = $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc 2>/dev/null || echo 2))

.PHONY: all unit run test test-full test-threads python-test check asan bench format install uninstall deb clean help

all: $(BINARIES) ## build the compiler (default)
	@:

unit: $(OUTPUT)/unit ## build the unit tests
	@:

run: ## set up, build, and run the demonstration
	@scripts/setup run
	@$(MAKE) --no-print-directory $(JOBS) all
	@scripts/demo

test: ## set up, build, and run the tests
	@scripts/setup test
	@$(MAKE) --no-print-directory $(JOBS) all unit
	@scripts/test $(BUILD)

asan: ## run the tests under the address and undefined-behaviour sanitizers
	@$(MAKE) --no-print-directory BUILD=asan test

test-full: ## run every test, plain and under the sanitizers
	@scripts/setup test
	@$(MAKE) --no-print-directory $(JOBS) BUILD=release all unit
	@$(MAKE) --no-print-directory $(JOBS) BUILD=asan all unit
	@TEST_FULL=1 scripts/test release asan

test-threads: ## run compiled programs under ThreadSanitizer (needs clang and libomp-dev)
	@$(MAKE) --no-print-directory $(JOBS) all
	@RAVEL=$(CURDIR)/$(OUTPUT)/ravel scripts/test-threads

python-test: ## test the Python package (make test does, too, where NumPy is)
	@scripts/setup python
	@$(MAKE) --no-print-directory $(JOBS) all
	@RAVEL=$(CURDIR)/$(OUTPUT)/ravel sh test/cli/python.sh

bench: ## measure value I/O, the interpreter, and compiled programs against C
	@scripts/setup run
	@$(MAKE) --no-print-directory $(JOBS) BUILD=release all build/release/bench/value_io
	@scripts/bench build/release/bench/value_io
	@scripts/bench-cpu c
	@scripts/bench-cpu multicore

check: ## check formatting, include directions, names, warnings under clang, what the documents list
	@scripts/setup check
	@clang-format --dry-run --Werror $(FORMATTED)
	@scripts/check-includes
	@scripts/check-names
	@scripts/check-errors
	@scripts/check-ops
	@scripts/check-kernels
	@if command -v python3 >/dev/null; then scripts/editor-grammars --check && scripts/wrap-docs --check $(PAGES); fi
	@if command -v clang >/dev/null; then \
	  clang -fsyntax-only -std=c11 $(CPPFLAGS_ALL) $(WARNINGS) $(SOURCES) $(UNIT_SOURCES); \
	else echo "check: clang not found, its warnings were not checked"; fi
	@echo "check: all is well"

format: ## format all C files, and the lines of pages, in place
	@clang-format -i $(FORMATTED)
	@if command -v python3 >/dev/null; then scripts/wrap-docs $(PAGES); fi

# The manual and the completions are made by ravel itself, from its tables. scripts/install knows
# every place; uninstall removes the same files.
install: all ## install ravel, its manual, completions and examples into $(DESTDIR)$(PREFIX)
	scripts/install $(OUTPUT)/ravel '$(DESTDIR)$(PREFIX)'

uninstall: ## remove what make install has installed
	scripts/install --remove '$(DESTDIR)$(PREFIX)'

deb: all ## make a Debian package in build/ (lintian checks it, where it is installed)
	scripts/make-deb $(OUTPUT)/ravel $(VERSION) build

clean: ## remove everything that was built
	rm -rf build

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile
	@echo "Variables: BUILD=release|debug|asan, V=1 (show commands and all unit tests), CC, CFLAGS, LDFLAGS, PREFIX, DESTDIR"

build/ravel: build/release/ravel
	@ln -sf release/ravel $@

$(OUTPUT)/ravel: $(OBJECTS)
	$(SAY) '  link    $@'
	$(CC) $(LDFLAGS_ALL) -o $@ $^ $(LIBRARIES)

$(OUTPUT)/unit: $(UNIT_OBJECTS) $(filter-out $(MAIN_OBJECT),$(OBJECTS))
	$(SAY) '  link    $@'
	$(CC) $(LDFLAGS_ALL) -o $@ $^ -lcmocka $(LIBRARIES)

$(OUTPUT)/bench/value_io: $(OUTPUT)/bench/io/value_io.o $(filter $(OUTPUT)/rts/c/%,$(OBJECTS))
	$(SAY) '  link    $@'
	$(CC) $(LDFLAGS_ALL) -o $@ $^ $(LIBRARIES)

$(OUTPUT)/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(SAY) '  compile $<'
	$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) -MMD -MP -c -o $@ $<

$(OUTPUT)/generated/prelude_futhark.c: $(PRELUDE) scripts/embed Makefile
	@mkdir -p $(@D)
	$(SAY) '  embed   prelude/futhark'
	scripts/embed front/futhark/check_module.h FutPreludeFile FUT_PRELUDE_FILES $(PRELUDE) >$@

$(OUTPUT)/generated/prelude_nesl.c: $(NESL_PRELUDE) scripts/embed Makefile
	@mkdir -p $(@D)
	$(SAY) '  embed   prelude/nesl'
	scripts/embed front/nesl/prelude.h NeslPreludeFile NESL_PRELUDE_FILES $(NESL_PRELUDE) >$@

$(OUTPUT)/generated/prelude_apl.c: $(APL_PRELUDE) scripts/embed Makefile
	@mkdir -p $(@D)
	$(SAY) '  embed   prelude/apl'
	scripts/embed front/apl/prelude.h AplPreludeFile APL_PRELUDE_FILES $(APL_PRELUDE) >$@

$(OUTPUT)/generated/prelude_fcl.c: $(FCL_PRELUDE) scripts/embed Makefile
	@mkdir -p $(@D)
	$(SAY) '  embed   prelude/fcl'
	scripts/embed front/fcl/prelude.h FclPreludeFile FCL_PRELUDE_FILES $(FCL_PRELUDE) >$@

$(OUTPUT)/generated/prelude_flat.c: $(FLAT_PRELUDE) scripts/embed Makefile
	@mkdir -p $(@D)
	$(SAY) '  embed   prelude/flat'
	scripts/embed flat/flat_text.h FlatText FLAT_TEXTS $(FLAT_PRELUDE) >$@

$(OUTPUT)/generated/rts.c: $(RTS) scripts/embed Makefile
	@mkdir -p $(@D)
	$(SAY) '  embed   rts'
	scripts/embed target/library/rts_text.h RtsFile RTS_FILES $(RTS) >$@

$(OUTPUT)/generated/error_index.c: doc/errors.md scripts/embed Makefile
	@mkdir -p $(@D)
	$(SAY) '  embed   doc/errors.md'
	scripts/embed driver/error_index.h ErrorIndexFile ERROR_INDEX_FILES doc/errors.md >$@

$(OUTPUT)/generated/pages.c: pages/profile.html scripts/embed Makefile
	@mkdir -p $(@D)
	$(SAY) '  embed   pages'
	scripts/embed driver/profile.h PageFile PAGE_FILES pages/profile.html >$@

$(OUTPUT)/generated/%.o: $(OUTPUT)/generated/%.c
	$(SAY) '  compile $<'
	$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) -MMD -MP -c -o $@ $<

-include $(OBJECTS:.o=.d) $(UNIT_OBJECTS:.o=.d)
