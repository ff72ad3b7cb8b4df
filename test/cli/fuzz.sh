# ravel fuzz: printing a seed, checking some, and what it says about wrong uses.
. test/cli/lib

ravel fuzz --help
expect_status 0
expect out --seed
expect out --no-shrink

# The printed program is one that ravel accepts and runs.
ravel fuzz --seed=12 --print
expect_status 0
expect out "entry main"
expect out "-- input {"
cp "$work/out" "$work/seed.core"
ravel check seed.core
expect_status 0
ravel test --compiler seed.core
expect_status 0

# A seed is always the same program; another is another.
ravel fuzz --seed=12 --print
cmp -s "$work/out" "$work/seed.core" && pass || fail "the program of seed 12 changed"
ravel fuzz --seed=13 --print
cmp -s "$work/out" "$work/seed.core" && fail "seeds 12 and 13 are alike" || pass

ravel fuzz --seed=5 --count=20 -j 2
expect_status 0
expect out "20 passed, 0 failed"

ravel fuzz --seed=5 --count=3 --json
expect_status 0
expect_exactly out '{"passed":3,"failed":0,"partial":0}'

for option in --count=0 -j0 "-j 0" --folder=no/such/folder --folder=seed.core; do
  ravel fuzz --seed=5 $option
  expect_status 2
  expect_empty out
done
expect err "error[E0004]: cannot write seed.core: Not a directory"
ravel fuzz --count=0
expect err "error[E0006]: --count needs a whole number, at least 1, not '0'"

ravel fuzz --seed=many
expect_status 2
ravel fuzz prog.core
expect_status 2

# Compiled programs do the same as interpreted ones; one that does not is found, and made small.
ravel fuzz --seed=5 --count=20 --target=c,multicore,heap
expect_status 0
expect out "20 passed, 0 failed"
ravel fuzz --seed=5 --count=4 --target=c --sanitize
expect_status 0
ravel fuzz --target=c,vax --count=1
expect_status 2
expect err "unknown target vax"
cat >"$work/false_cc" <<'EOF'
#!/bin/sh
# Compiles additions as subtractions.
for word; do case $word in *unit_*.c) sed -i 's/add_i64(/sub_i64(/g' "$word" ;; esac; done
exec cc "$@"
EOF
chmod +x "$work/false_cc"
mkdir "$work/found"
CC=$work/false_cc
export CC
ravel fuzz --seed=1 --count=40 --target=c --no-shrink --folder="$work/found"
expect_status 1
expect out ", c: "
unset CC
cat "$work"/found/*.core >"$work/out"
expect out "--target=c"
ravel fuzz --seed=1 --count=40 --target=c --folder="$work/found"
expect_status 0
# A program that the C compiler refuses is told from the others of its batch.
cat >"$work/false_cc" <<'EOF'
#!/bin/sh
for word; do case $word in *unit_*.c) grep -q 'block_new(ctx, &' "$word" && exit 1 ;; esac; done
exec cc "$@"
EOF
CC=$work/false_cc
export CC
ravel fuzz --seed=1 --count=10 --target=c --no-shrink --folder="$work/found"
expect_status 1
expect out "c: the C compiler refuses the program"
unset CC

# Futhark programs: a seed is always the same one; right ones are accepted, those with a mistake are
# not.
ravel fuzz --language=futhark --seed=2 --print
expect_status 0
expect out "entry main"
cp "$work/out" "$work/seed.fut"
ravel test --compiler seed.fut
expect_status 0
ravel fuzz --language=futhark --seed=2 --print
cmp -s "$work/out" "$work/seed.fut" && pass || fail "the program of seed 2 changed"
ravel fuzz --language=futhark --seed=1 --count=40 --print
expect out "-- The mistake: "
expect out "-- It is doomed: "
expect out "-- It was changed at random"
expect out "-- input {"
ravel fuzz --language=futhark --seed=1 --count=100 -j 2
expect_status 0
expect out "100 passed, 0 failed"
ravel fuzz --language=futhark --seed=101 --count=20 --target=c,multicore
expect_status 0
expect out "20 passed, 0 failed"

# A doomed program fails by itself, so its test passes.
seed=1
while [ $seed -le 40 ]; do
  ravel fuzz --language=futhark --seed=$seed --print
  grep -q "It is doomed" "$work/out" && break
  seed=$((seed + 1))
done
cp "$work/out" "$work/doomed.fut"
ravel test --compiler --target=c doomed.fut
expect_status 0
sed 's/ error: \.$//' "$work/doomed.fut" >"$work/undoomed.fut"
ravel test --compiler --target=c undoomed.fut
expect_status 1

# APL programs likewise.
ravel fuzz --language=apl --seed=51 --print
expect_status 0
expect out "zero←+/70⍴0"
cp "$work/out" "$work/seed.apl"
ravel test --compiler seed.apl
expect_status 0
ravel fuzz --language=apl --seed=1 --count=40 --print
expect out "⍝ The mistake: "
expect out "⍝ It is doomed: "
expect out "⍝ It was changed at random"
ravel fuzz --language=apl --seed=1 --count=100 -j 2
expect_status 0
expect out "100 passed, 0 failed"
ravel fuzz --language=apl --seed=101 --count=20 --target=c,multicore
expect_status 0
expect out "20 passed, 0 failed"
ravel fuzz --language=apl --compare=true --count=1
expect_status 2

# ravel is another compiler like any.
ravel fuzz --language=futhark --seed=1 --count=6 --compare="$RAVEL"
expect_status 0
expect out "6 passed, 0 failed"
# One that is wrong about a word is found, and what is left of the program is about it.
cat >"$work/false_peer" <<EOF
#!/bin/sh
# Accepts all programs that do not unzip, and runs none.
case \$1 in
check) ! grep -q "unzip " "\$2" ;;
run) exit 3 ;;
esac
EOF
chmod +x "$work/false_peer"
rm -rf "$work/found"
mkdir "$work/found"
ravel fuzz --language=futhark --seed=1 --count=30 --compare="sh $work/false_peer" --no-shrink --folder="$work/found"
expect_status 1
expect out "ravel accepts what the other compiler refuses"
expect out "ravel refuses what the other compiler accepts"
expect out "a failure was lost"
seed=$(cd "$work/found" && grep -l "ravel accepts what" fuzz-*.fut | xargs ls -rS | sed -n '1s/[^0-9]//gp')
whole=$(wc -c <"$work/found/fuzz-$seed.fut")
ravel fuzz --language=futhark --seed="$seed" --count=1 --compare="sh $work/false_peer" --folder="$work/found"
expect_status 1
expect out "made small in"
cp "$work/found/fuzz-$seed.fut" "$work/out"
expect out unzip
test "$(wc -c <"$work/out")" -lt $((whole / 3)) && pass || fail "the finding was not made small"

ravel fuzz --compare=true --count=1
expect_status 2
expect err "--compare needs --language=futhark"
ravel fuzz --language=futhark --compare=no-such-command --count=1
expect_status 2
expect err "cannot find the command 'no-such-command'"
ravel fuzz --language=nesl --count=1
expect_status 2

# A device that is not there is no finding.
if [ -e /usr/include/CL/cl.h ] && [ -e /etc/OpenCL/vendors ]; then
  OCL_ICD_VENDORS=/nonexistent ravel fuzz --target=opencl --count=1
  expect_status 3
  expect err "the target opencl does not work: "
  expect err "there is no OpenCL device"
else
  ravel fuzz --target=opencl --count=1
  expect_status 2
  expect err "the target opencl is not available on this machine"
  expect err "hint: OpenCL needs a driver"
fi

summary
