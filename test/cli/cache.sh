# The cache of compiled programs: what is in it is right, whoever uses it at the same time, and it
# stays small.
. test/cli/lib
if ! command -v "${CC:-cc}" >/dev/null; then
  echo "0 passed, 0 failed"
  exit 0
fi
CFLAGS=-O0
export CFLAGS
cache=$XDG_CACHE_HOME/ravel

# Counts the programs, and the run-time systems, that the C compiler compiles.
cat >"$work/counting-cc" <<TEXT
#!/bin/sh
case "\$*" in
*/program_0.c*) echo run >>"$work/count" ;;
*/runtime.c*) echo run >>"$work/runtimes" ;;
esac
exec ${CC:-cc} "\$@"
TEXT
chmod +x "$work/counting-cc"
CC=$work/counting-cc
export CC
: >"$work/count"

# expect_compilations N: so many since the last time.
expect_compilations() {
  if [ "$(wc -l <"$work/count")" -eq "$1" ]; then pass; else fail "expected $1 compilations, got $(wc -l <"$work/count")"; fi
  : >"$work/count"
}
run() {
  ravel run --target=c "$@"
}

ravel cache
expect_status 0
expect out "$cache"
expect out "programs  0"

mkdir "$work/lib" "$work/other" "$work/other/lib"
echo 'import "lib/a" entry main (x: i32) = a x' >"$work/prog.fut"
echo 'import "b" def a (x: i32) = b x + 1' >"$work/lib/a.fut"
echo 'def b (x: i32) = x * 10i32' >"$work/lib/b.fut"
input 4
run prog.fut
expect_exactly out 41i32
expect_compilations 1
run prog.fut
expect_exactly out 41i32
expect_compilations 0
run prog.fut --num-threads=1 -e main -r 2
expect_compilations 0

# The run-time system is compiled once.
echo 'entry main (x: i32) = x - 1' >"$work/less.fut"
run less.fut
expect_exactly out 3i32
expect_compilations 1
if [ "$(wc -l <"$work/runtimes")" -eq 1 ]; then pass; else fail "expected the run-time system in the cache"; fi

# A change anywhere counts: in the program, in what it imports, and in what that imports.
echo 'import "lib/a" entry main (x: i32) = a x + 100' >"$work/prog.fut"
run prog.fut
expect_exactly out 141i32
expect_compilations 1
echo 'def b (x: i32) = x * 20i32' >"$work/lib/b.fut"
run prog.fut
expect_exactly out 181i32
expect_compilations 1
# What was there before is still there.
echo 'def b (x: i32) = x * 10i32' >"$work/lib/b.fut"
run prog.fut
expect_exactly out 141i32
expect_compilations 0
# The same program elsewhere, with other imports.
cp "$work/prog.fut" "$work/other/prog.fut"
echo 'def a (x: i32) = x - 1' >"$work/other/lib/a.fut"
(cd "$work/other" && "$RAVEL" run --target=c prog.fut <../in >../out 2>../err)
status=$?
expect_exactly out 103i32
expect_compilations 1
run prog.fut
expect_exactly out 141i32
expect_compilations 0
# Warnings are about the program, and shown on each run, in the form that is asked for.
echo 'import "lib/w" entry main (x: i32) = let unused = x in w x' >"$work/warn.fut"
echo 'def w (x: i32) = let ours = x in x + 1' >"$work/lib/w.fut"
run warn.fut
expect_exactly out 5i32
expect_compilations 1
mv "$work/err" "$work/first"
if [ "$(grep -c '^warning\[W1101\]' "$work/first")" -eq 2 ]; then pass; else fail "expected two warnings"; fi
run warn.fut
expect_exactly out 5i32
expect_compilations 0
if cmp -s "$work/first" "$work/err"; then pass; else fail "expected the same warnings"; fi
run warn.fut --json
expect err '"code":"W1101"'
expect err '"file":"lib/w.fut","line":1'
expect_compilations 0
# Those of another version are its own, also when it comes back.
echo 'def w (x: i32) = x + 2' >"$work/lib/w.fut"
run warn.fut
expect_exactly out 6i32
if [ "$(grep -c '^warning' "$work/err")" -eq 1 ]; then pass; else fail "expected one warning"; fi
echo 'def w (x: i32) = let ours = x in x + 1' >"$work/lib/w.fut"
run warn.fut
if cmp -s "$work/first" "$work/err"; then pass; else fail "expected the first warnings"; fi
# Without its warnings a program is compiled again, though it has none.
: >"$work/count"
rm "$cache"/w-*
run prog.fut
expect_compilations 1
run warn.fut
if cmp -s "$work/first" "$work/err"; then pass; else fail "expected the warnings of a new program"; fi
expect_compilations 1

# A file that is gone.
mv "$work/lib/b.fut" "$work/lib/gone.fut"
run prog.fut
expect_status 1
mv "$work/lib/gone.fut" "$work/lib/b.fut"
run prog.fut
expect_exactly out 141i32

# Flags count, and so does the compiler.
CFLAGS="-O0 -DNOTHING" run prog.fut
expect_exactly out 141i32
expect_compilations 1
touch -d '2001-01-01' "$work/counting-cc"
run prog.fut
expect_compilations 1

ravel cache
expect_status 0
if grep -q '^programs  [1-9]' "$work/out"; then pass; else fail "expected programs"; fi

# An entry that is damaged is made again, whatever it holds: executables, objects, answers, and names.
damage() {
  case $1 in
  replaced) echo 'not a program' >"$2" ;;
  empty) : >"$2" ;;
  zeroed) dd if=/dev/zero of="$2" bs=1 count="$(wc -c <"$2")" 2>/dev/null ;;
  truncated) cp "$2" "$work/whole" && head -c "$(($(wc -c <"$2") / 2))" "$work/whole" >"$2" ;;
  changed) printf X | dd of="$2" bs=1 seek="$(($(wc -c <"$2") / 2))" conv=notrunc 2>/dev/null ;;
  of-another) [ -z "$other" ] || cp "$other" "$2" ;;
  esac
}
ravel run prog.fut # asks whether the compiler has OpenMP, and keeps the answer
: >"$work/count"
for how in replaced empty zeroed truncated changed of-another; do
  for kind in p o s a; do
    other=
    for entry in "$cache/$kind"-*; do
      [ -e "$entry" ] || continue
      damage "$how" "$entry"
      other=$entry
    done
  done
  : >"$work/runtimes"
  run prog.fut
  arguments="run, with entries that are $how"
  expect_exactly out 141i32
  expect_empty err
  case $how in of-another) ;; *)
    expect_compilations 1
    if [ "$(wc -l <"$work/runtimes")" -eq 1 ]; then pass; else fail "expected the run-time system to be made again"; fi
    ;;
  esac
  ravel run prog.fut
  expect_exactly out 141i32
  expect_empty err
  : >"$work/count"
  run prog.fut
  expect_exactly out 141i32
  expect_compilations 0
done

# Only what belongs to the user, and what nobody else may write, is used. Symbolic links are not followed.
expect_mine() {
  expect_exactly out 141i32
  expect_compilations 1
  expect err "warning[W0001]: $1"
  if [ "$(grep -c 'W0001' "$work/err")" -eq 1 ]; then pass; else fail "expected one warning"; fi
}
program=$(for entry in "$cache"/p-*; do rm "$entry"; done; run prog.fut; echo "$cache"/p-*)
: >"$work/count"
for change in "chmod g+w" "chmod o+w" "chown 54321" "link"; do
  case $change in
  chown*) [ "$(id -u)" -eq 0 ] || continue ;;
  esac
  if [ "$change" = link ]; then
    mv "$program" "$work/elsewhere" && ln -s "$work/elsewhere" "$program"
  else
    $change "$program"
  fi
  run prog.fut
  expect_mine "$program is not used"
  if [ -f "$program" ] && [ ! -L "$program" ]; then pass; else fail "expected a new entry"; fi
  run prog.fut
  expect_empty err
  expect_compilations 0
done
if [ -s "$work/elsewhere" ]; then pass; else fail "a file behind a symbolic link was changed"; fi
for change in "chmod g+w" "chmod o+w" "chown 54321"; do
  case $change in
  chown*) [ "$(id -u)" -eq 0 ] || continue ;;
  esac
  $change "$cache"
  run prog.fut
  expect_mine "nothing is cached: $cache: "
  chmod 700 "$cache"
  [ "$(id -u)" -ne 0 ] || chown 0 "$cache"
done
mv "$cache" "$work/real"
ln -s "$work/real" "$cache"
run prog.fut
expect_mine "nothing is cached: $cache: it is a symbolic link"
before=$(ls "$work/real")
ravel cache --clear
expect_status 2
expect err "$cache is no cache: it is a symbolic link"
if [ "$(ls "$work/real")" = "$before" ]; then pass; else fail "a cache behind a symbolic link was cleared"; fi
rm "$cache"
mv "$work/real" "$cache"
run prog.fut
expect_empty err
expect_compilations 0
# What looks like something left behind may lead elsewhere.
mkdir "$work/precious"
: >"$work/precious/file"
ln -s "$work/precious" "$cache/.ravel-link"
touch -h -d '2020-01-01' "$cache/.ravel-link"
ravel cache
if [ -e "$work/precious/file" ] && [ ! -L "$cache/.ravel-link" ]; then pass; else fail "a symbolic link was followed"; fi

# A disk that is full, or whose programs may not be executed: the program runs, and is not kept.
on_disk() {
  arguments="run, with a cache on a disk with $1"
  unshare -rm sh -c 'mkdir -p "$1/disk" && mount -t tmpfs -o "$2" none "$1/disk" && cd "$1" &&
    XDG_CACHE_HOME=$1/disk "$3" run --target=c prog.fut <in >out 2>err' sh "$work" "$1" "$RAVEL"
  status=$?
}
if unshare -rm sh -c 'mkdir "$1/disk" && mount -t tmpfs none "$1/disk"' sh "$work" 2>/dev/null; then
  for words in size=64k noexec; do
    on_disk "$words"
    expect_status 0
    expect_mine "nothing is cached: $work/disk/ravel"
  done
fi

# Others' files are left alone when the cache is cleared.
echo precious >"$cache/notes.txt"
ravel cache --clear
expect_status 0
expect_empty out
if [ "$(ls -A "$cache")" = notes.txt ]; then pass; else fail "expected an empty cache, not $(ls -A "$cache")"; fi
ravel cache --clear
expect_status 0
ravel cache
expect out "programs  0"

# Many at once: all are right, and nothing but entries stays.
processes=
for i in 1 2 3 4 5 6; do
  (cd "$work" && "$RAVEL" run --target=c prog.fut <in >"out.$i" 2>"err.$i") &
  processes="$processes $!"
done
(cd "$work" && "$RAVEL" cache --clear)
for process in $processes; do
  wait "$process"
done
for i in 1 2 3 4 5 6; do
  if [ "$(cat "$work/out.$i")" = 141i32 ]; then pass; else cat "$work/err.$i"; fail "process $i is wrong"; fi
done
arguments="run, many at once"
if [ -z "$(find "$cache" -name '*ravel-*' -o -name '*.tmp')" ]; then pass; else fail "temporary files stay"; fi
: >"$work/count"

# Beyond the limit the oldest go.
RAVEL_CACHE_SIZE=0
export RAVEL_CACHE_SIZE
echo 'entry main (x: i32) = x' >"$work/small.fut"
run small.fut
expect_exactly out 4i32
ravel cache
expect out "programs  0"
expect out "of at most 0 MiB"
RAVEL_CACHE_SIZE=1
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do
  dd if=/dev/zero of="$cache/p-$(printf %032x "$i")" bs=100000 count=1 2>/dev/null
  touch -d "2020-01-$((i + 10))" "$cache/p-$(printf %032x "$i")"
done
run small.fut
expect_exactly out 4i32
arguments="run, with a full cache"
if [ ! -e "$cache/p-$(printf %032x 1)" ]; then pass; else fail "the oldest entry stays"; fi
if [ -e "$cache/p-$(printf %032x 14)" ]; then pass; else fail "the newest entry is gone"; fi
if [ "$(du -sb "$cache" | cut -f 1)" -lt 1060000 ]; then pass; else fail "the cache is too large"; fi
: >"$work/count"
run small.fut
expect_compilations 0

# What a machine that lost its power left behind goes one day; what may be in use stays.
mkdir "$cache/.ravel-old" "$cache/.ravel-new"
: >"$cache/.ravel-old/program.c"
: >"$cache/p-$(printf %032x 1).1-0.tmp"
touch -d '2020-01-01' "$cache/.ravel-old" "$cache/p-$(printf %032x 1).1-0.tmp"
ravel cache
expect_status 0
if [ ! -e "$cache/.ravel-old" ] && [ ! -e "$cache/p-$(printf %032x 1).1-0.tmp" ]; then pass; else fail "old files stay"; fi
if [ -e "$cache/.ravel-new" ] && [ -e "$cache/notes.txt" ]; then pass; else fail "other files are gone"; fi

# Nowhere to put it.
(
  unset XDG_CACHE_HOME HOME
  cd "$work" && "$RAVEL" cache >out 2>err
)
status=$?
expect_status 2
expect err "neither XDG_CACHE_HOME nor HOME is set"

RAVEL_CACHE_SIZE=many ravel cache
expect_status 0
expect err "warning[W0003]: RAVEL_CACHE_SIZE needs a whole number of MiB, not 'many'"

summary
