# Executables for OpenCL: results, failures in kernels, devices. Needs an OpenCL device, PoCL will do.
. test/cli/lib

if [ ! -e /usr/include/CL/cl.h ] || ! ls /etc/OpenCL/vendors/*.icd >/dev/null 2>&1; then
  echo "skipped: there is no OpenCL device"
  summary
  exit
fi

cat >"$work/prog.fut" <<'END'
entry main [n] (xs: [n]i32) = (map (* 2) xs, i32.sum xs, scan (+) 0 xs, filter (> 1) xs)
entry pick [n] (xs: [n]i32) (is: [n]i64) = map (\i -> xs[i]) is
entry nest (n: i64) (m: i64) = tabulate_2d n m (\i j -> i * 10 + j)
END

# run ARGUMENTS...: runs the executable.
run() {
  arguments=$*
  (cd "$work" && ./prog "$@" <in >out 2>err)
  status=$?
}

ravel opencl prog.fut
expect_status 0
input '[1, 2, 3]'
run
expect_status 0
expect_exactly out "[2i32, 4i32, 6i32]
6i32
[1i32, 3i32, 6i32]
[2i32, 3i32]"
input 'empty([0]i32)'
run
expect_status 0
input '2i64 3i64'
run -e nest
expect_exactly out "[[0i64, 1i64, 2i64], [10i64, 11i64, 12i64]]"
input '[1, 2, 3] [0i64, 5, 1]'
run -e pick
expect_status 4
expect err "prog.fut:2:55"
expect err "5"
input '[1, 2, 3] [0i64, 2, 1]'
run -e pick
expect_exactly out "[1i32, 3i32, 2i32]"
run -d "no such device"
expect_status 3
expect err "ravel multicore"

# Recursion inside a kernel.
cp test/run/operator_captures.core "$work/recursion.core"
ravel opencl recursion.core
expect_status 3
expect err "U2002"

summary
