# scripts/check-kernels: on a copy of the tables, as they are and with a mistake in one of them.
. test/cli/lib

arguments="(scripts/check-kernels)"
mkdir -p "$work/tree/scripts" "$work/tree/src/ir" "$work/tree/doc"
cp scripts/check-kernels "$work/tree/scripts"
ln -s "$PWD/test" "$work/tree/test"

# tables EDIT EDIT: what the script says after these edits of kernels.def and of gpu.md.
tables() {
  sed "$1" src/ir/kernels.def >"$work/tree/src/ir/kernels.def"
  sed "$2" doc/gpu.md >"$work/tree/doc/gpu.md"
  if "$work/tree/scripts/check-kernels" >"$work/out" 2>"$work/err"; then status=0; else status=1; fi
}

tables '' ''
expect_status 0
expect_empty out
tables 's/"one thread for all"/"a single thread"/' ''
expect_status 1
expect out "doc/gpu.md: the table of kernels is not what src/ir/kernels.def says"
expect out "| \`single\` | any | a single thread |"
tables '' '/^| `sweep` |/d'
expect_status 1
tables '' 's/^| `scan` | any |/| `scan` | map |/'
expect_status 1
tables 's/^KERNEL(SPLIT, "split", /KERNEL(SPLIT, "Split", /' ''
expect_status 1
expect out "check-kernels: not every line of src/ir/kernels.def was understood"
tables 's/^KERNEL(SPLIT, "split", /KERNEL(SPLIT, "divide", /' 's/^| `split` |/| `divide` |/'
expect_status 1
expect out "check-kernels: no test in test/mem or test/flat counts kernel:divide"

summary
