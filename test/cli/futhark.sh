# Futhark programs on the command line.
. test/cli/lib

cp examples/primes.fut "$work"
printf 'entry main (x: f64) = jvp (\\y -> y * y) x 1.0\n' >"$work/derivative.fut"
printf 'entry main (x: f64) = jvp (\\y -> y * y) x true\n' >"$work/wrong.fut"
printf 'entry main (xs: []i32) = head xs\n' >"$work/head.fut"

ravel check primes.fut
expect_status 0
expect_empty out
expect_empty err

input '20i64'
ravel run --interpret primes.fut
expect_status 0
expect_exactly out "[2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64]"

# What is not supported is said with the place in the user's program, and has an exit code of its own.
ravel check derivative.fut
expect_status 3
expect err "error[U1601]"
expect err "derivative.fut:1:23"
ravel run --interpret derivative.fut
expect_status 3

# An error beside it counts more.
ravel check wrong.fut
expect_status 1

# A failure inside the prelude is shown where the program calls it.
input 'empty([0]i32)'
ravel run --interpret head.fut
expect_status 4
expect err "head.fut:1:26"

summary
