# The files that ravel writes: what others have written stays inside comments and strings there.
. test/cli/lib

# step COMMAND: runs it in the work folder.
step() {
  arguments=$1
  (cd "$work" && sh -c "$1" >out 2>err)
  status=$?
}

# ---- Lines of the source in comments ----

# A backslash, also as a trigraph or with blanks behind it, would join the next statement to the comment;
# a carriage return would end the comment for some compilers.
printf 'entry main (n: i64) : i64 =
  let a = n * n -- one \\ 
  let b = a * a + n -- two ??/
  let c = b ^ a -- three \\
  let d = c * b -- \r int x; \\\r
  in i64.sum (map (\\i -> i * d) (iota n)) -- four ??/ \t
' >"$work/lines.fut"
ravel c --lines lines.fut
expect_status 0
step "echo 5 | ./lines"
expect_exactly out "3924900i64"
ravel c --lines --emit=c lines.fut -o -
expect out "// 3: let b = a * a + n -- two ??/ |"
ravel opencl --lines --emit=kernels lines.fut -o -
expect_status 0
step "grep '// [0-9]' out | grep '\\\\[[:blank:]]*\$\\|??/[[:blank:]]*\$'"
expect_empty out

# ---- Names of files ----

name=$(printf 'a\n#error "b\\')
mkdir "$work/odd"
echo 'entry main [n] (xs: [n](i32, i32)) : i32 = i32.sum (map (.0) xs)' >"$work/odd/$name.fut"
ravel c --library "odd/$name.fut" -o "odd/$name"
expect_status 0
cp "$work/odd/$name.h" "$work/odd.h"
printf '#include "odd.h"\nint main(void) { return 0; }\n' >"$work/use.c"
step "${CC:-cc} -std=c11 -Wall -Werror -fsyntax-only use.c"
expect_status 0
for file in "$work/odd"/*.c; do cp "$file" "$work/odd.c"; done
step "${CC:-cc} -std=c11 -Wall -Werror -fopenmp-simd -fsyntax-only odd.c"
expect_status 0
cp "$work/odd/$name.pc" "$work/odd.pc"
step "grep -v '^#' odd.pc"
expect_exactly out 'prefix=${pcfiledir}

Name: a__error "b_
Description: a__error "b_, compiled by ravel '"$("$RAVEL" --version | sed 's/^ravel //;q')"'
Version: 1.0
Cflags: -I${prefix}
Libs: -L${prefix} -la__error__b_
Libs.private: -lm -pthread'
cp "$work/odd/$name.cmake" "$work/odd.cmake"
step "cat odd.cmake"
expect out 'add_library(a__error__b_ STATIC "${CMAKE_CURRENT_LIST_DIR}/a\n\#error \"b\\.c")'
if command -v cmake >/dev/null; then
  printf 'macro(add_library name kind file)\n  message("[${file}]")\nendmacro()
macro(target_include_directories)\nendmacro()\nmacro(target_compile_options)\nendmacro()
macro(set_target_properties)\nendmacro()\nmacro(find_package)\nendmacro()
macro(target_link_libraries)\nendmacro()\ninclude(odd.cmake)\n' >"$work/read.cmake"
  step "cmake -P read.cmake 2>&1 | tr -d '\\n' | sed 's/.*\\///'"
  expect_exactly out 'a#error "b\.c]'
fi

summary
