# The files that ravel writes: what others have written stays inside comments and strings there, and
# nothing of the user's is overwritten.
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

# ---- Files of the user's ----

# expect_kept FILE TEXT: the last command was refused, and the file still holds the text.
expect_kept() {
  expect_status 2
  expect err "error[E0004]: cannot write $1: "
  if [ "$(cat "$work/$1")" = "$2" ]; then pass; else fail "$1 was overwritten"; fi
}
prog='import "part" entry main (x: i32) = part x'
part='def part (x: i32) = x + 1'
echo "$prog" >"$work/prog.fut"
echo "$part" >"$work/part.fut"
for extension in c h json pc cmake; do
  echo mine >"$work/prog.$extension"
  ravel c --library prog.fut
  expect_kept "prog.$extension" mine
  expect err "hint: -o gives the output another name"
  rm "$work/prog.$extension"
  # Nothing was written before it was found.
  if [ -z "$(cd "$work" && ls prog.c prog.h prog.json prog.pc prog.cmake 2>/dev/null)" ]; then pass; else fail "half a library"; fi
done
# A pipe is the user's, too; nobody reads it.
mkfifo "$work/prog.h"
step "timeout 10 \"$RAVEL\" c --library prog.fut"
expect_status 2
expect err "error[E0004]: cannot write prog.h: "
rm "$work/prog.h"
# Its own files are replaced, and so are empty ones.
: >"$work/prog.h"
ravel c --library prog.fut
expect_status 0
ravel multicore --library prog.fut
expect_status 0
step "cat prog.json"
expect out '"multicore"'
echo mine >"$work/prog"
ravel c prog.fut
expect_kept prog mine
ravel c prog.fut -o prog
expect_status 0
ravel c --server prog.fut
expect_status 0
for words in "opt prog.fut -o prog.fut" "dump prog.fut -o prog.fut" "c prog.fut -o prog.fut" \
  "c --emit=c prog.fut -o prog.fut" "multicore --server prog.fut -o ./prog.fut" \
  "run prog.fut -t prog.fut" "run --interpret prog.fut -t prog.fut" "bench --json=prog.fut prog.fut"; do
  input 1
  ravel $words
  expect_status 2
  expect err "prog.fut: "
  if [ "$(cat "$work/prog.fut")" = "$prog" ]; then pass; else fail "prog.fut was overwritten"; fi
done
ln -s part.fut "$work/link.fut"
for words in "opt prog.fut -o part.fut" "c prog.fut -o part.fut" "c --emit=header prog.fut -o part.fut"; do
  ravel $words
  expect_kept part.fut "$part"
done
ravel opt prog.fut -o link.fut
expect_kept link.fut "$part"
step "\"$RAVEL\" opt --language=futhark - -o part.fut <part.fut"
expect_kept part.fut "$part"

# ---- A pipe as a source ----

# It is read once. The cache knows it by its text.
for words in "run --language=futhark" "run --target=c --language=futhark" "run --interpret --language=futhark"; do
  for i in 1 2; do
    mkfifo "$work/pipe"
    echo "entry main (x: i32) = x * 3" >"$work/pipe" &
    input 14
    ravel $words pipe
    wait
    rm "$work/pipe"
    expect_status 0
    expect_exactly out 42i32
    expect_empty err
  done
done
for words in "check" "opt" "c -o poured"; do
  mkfifo "$work/pipe"
  echo "entry main (x: i32) = x * 3" >"$work/pipe" &
  ravel $words --language=futhark pipe
  wait
  rm "$work/pipe"
  expect_status 0
done
# Tests are read several times.
mkfifo "$work/pipe.fut"
ravel test --compiler pipe.fut
expect_status 1
expect err "it is read several times, and so must be a file"

# ---- Output that fails ----

# One exit code, however the program is run.
echo 'entry main (n: i64) = iota n' >"$work/some.fut"
echo '[1, 2, 3];' >"$work/form.nesl"
ravel c some.fut
ravel c form.nesl
for words in "./some" "./some -b" "./form" "./some --help" "'$RAVEL' run --target=c some.fut" "'$RAVEL' run --interpret some.fut" \
  "'$RAVEL' run --interpret form.nesl" "'$RAVEL' check --help"; do
  for n in 3 100000; do
    if [ -e /dev/full ]; then
      step "echo $n | $words >/dev/full"
      expect_status 2
      expect err "standard output: "
    fi
    step "echo $n | $words >&-"
    expect_status 2
    expect err "standard output: "
  done
done

# Nor are times written over what is imported, also when the program comes from the cache.
mkdir -p "$work/sub"
printf 'def f (x: i32) = x + 1\n' >"$work/sub/m.fut"
printf 'import "sub/m"\ndef main (x: i32) = f x\n' >"$work/r.fut"
input 1
for turn in first again; do
  ravel run r.fut -t sub/m.fut
  expect_status 2
  expect err "cannot write sub/m.fut: the program imports it"
  [ "$(cat "$work/sub/m.fut")" = 'def f (x: i32) = x + 1' ] && pass || fail "the import was overwritten, $turn"
  ravel run r.fut -t times
  expect_status 0
done
printf -- '-- ==\n-- input { 1 } output { 2 }\n' >>"$work/r.fut"
ravel bench --max-time=0.01 --json=sub/m.fut r.fut
expect_status 2
[ "$(cat "$work/sub/m.fut")" = 'def f (x: i32) = x + 1' ] && pass || fail "the import was overwritten"

summary
