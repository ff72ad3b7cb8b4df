# ravel check: files and folders.
. test/cli/lib

mkdir -p "$work/src/deep" "$work/empty"
echo 'def f (x: i32) = x' >"$work/src/a.fut"
echo 'function f(x) = x;' >"$work/src/deep/b.nesl"
echo 'nothing' >"$work/src/notes.txt"
ravel check src
expect_status 0
expect_exactly out '2 files checked: no errors'
echo 'def f = g' >"$work/src/deep/c.fut"
ravel check src/
expect_status 1
expect_exactly out '3 files checked: 1 with errors'
expect err 'src/deep/c.fut:1:9'
ravel check src/a.fut src/deep
expect_status 1
expect_exactly out '3 files checked: 1 with errors'
ravel check --json src
expect_status 1
expect_empty out
ravel check src/a.fut
expect_status 0
expect_empty out
ravel check empty
expect_status 1
expect err 'no file of a known language in empty'
ravel check missing
expect_status 2

summary
