# The run-time system on a program that was written by hand, under the sanitizers: sums whose variants have
# fixed sizes, sizes that are arguments, results without values.
. test/cli/lib

for form in SAMPLE_EXECUTABLE SAMPLE_SERVER; do
  ${CC:-cc} -std=c11 -g -O1 -Wall -Wextra -Werror -Wno-unused-function -D$form -I. -fsanitize=address,undefined \
    -fno-sanitize-recover=all -o "$work/$form" test/rts/sample.c -lm -pthread || echo "$form does not compile"
done

# run FORM INPUT ARGUMENTS...
run() {
  arguments="$1: $2"
  printf '%s\n' "$2" >"$work/in"
  form=$1
  shift 2
  (cd "$work" && "./$form" "$@" <in >out 2>err)
  status=$?
}

run SAMPLE_EXECUTABLE '[1, 2] 5'
expect_exactly out "[106i32, 107i32]"
run SAMPLE_EXECUTABLE '3 [1, 2, 3]' -e sized
expect_exactly out "3i64"
run SAMPLE_EXECUTABLE '4 [1, 2, 3]' -e sized
expect_status 4
expect err "dimension 0 of xs (argument 2) must be 4, but is 3"
run SAMPLE_EXECUTABLE '' -e nothing
expect_status 0
expect_empty out
run SAMPLE_EXECUTABLE '0i8 2.0 empty([0][2]f64)' -e area
expect_exactly out "12.0f64"
run SAMPLE_EXECUTABLE '[1, 2] 5' --param=main.threshold_1=3
expect_status 0
run SAMPLE_EXECUTABLE '[1, 2] 5' --param=main.threshold_1=-3
expect_status 2
run SAMPLE_EXECUTABLE '' --print-params
expect out "main.threshold_0 (threshold(def, ))"

printf '2.0 [[1.0, 2.0], [3.0, 4.0]] [[1.0]]\n' >"$work/values"
run SAMPLE_SERVER 'restore values r f64 path [][]f64 odd [][]f64
construct c shape circle r
call area a c
construct n shape nothing
call area b n
construct p shape path path
call area d p
construct o shape path odd
call area e o'
expect_status 0
expect out "dimension 1 of s (argument 1) must be 2, but is 1"
arguments="one failure"
status=$(grep -c FAILURE "$work/out")
expect_status 1

summary
