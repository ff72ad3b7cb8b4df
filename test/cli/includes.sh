# scripts/check-includes: on a copy of its own with sources that break the rules.
. test/cli/lib

arguments="(scripts/check-includes)"
mkdir -p "$work/tree/scripts" "$work/tree/src/base" "$work/tree/src/driver" "$work/tree/rts/c"
cp scripts/check-includes "$work/tree/scripts"
echo '#define A' >"$work/tree/src/driver/driver.h"

# includes TEXT: what the script says about a file in src/base that holds this text.
includes() {
  printf '%s\n' "$1" >"$work/tree/src/base/x.c"
  if "$work/tree/scripts/check-includes" >"$work/out" 2>"$work/err"; then status=0; else status=1; fi
}

includes '#include <string.h>'
expect_status 0
includes '#include "driver/driver.h"'
expect_status 1
expect out 'src/base/x.c:1: base may not include "driver/driver.h"'
includes '#include <driver/driver.h>'
expect_status 1
expect out 'src/base/x.c:1: base may not include "driver/driver.h"'
expect out 'write "driver/driver.h", not <driver/driver.h>'
includes '#  include <src/driver/driver.h>'
expect_status 1
includes '#include "x.h"'
expect_status 1

summary
