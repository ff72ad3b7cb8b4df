# ravel run with arguments on the command line, files of other programs, and results in files.
. test/cli/lib

cat >"$work/prog.fut" <<'FUT'
entry main [k] (n: i64) (xs: [k]f64) (ys: [k]f64) : f64 = f64.i64 n * f64.sum (map2 (*) xs ys)
entry rows [n][m] (a: [n][m]f32) : [n]f32 = map f32.sum a
entry vector (xs: []i32) : []i32 = xs
entry flags (xs: []bool) : []bool = map (!) xs
entry picture [h][w] (p: [h][w][3]u8) : [h][w][3]u8 = p
entry clear [h][w] (p: [h][w][4]u8) : [h][w][4]u8 = p
entry words [h][w] (p: [h][w]u32) : [h][w]u32 = p
entry grey [h][w] (p: [h][w]u8) : [h][w]u8 = p
entry light [h][w] (p: [h][w]f64) : [h][w]f64 = p
entry two (x: i32) : (i32, [3]f64) = (x, replicate 3 (f64.i32 x))
entry record (p: {x: f32, y: i32}) (b: bool) : (f32, i32, bool) = (p.x, p.y, b)
entry odd (n: i64) : [n]f64 = map (\i -> f64.i64 i / 0) (iota n)
FUT
# Binary files, as base64.
while read -r name text; do
  printf '%s' "$text" | base64 -d >"$work/$name"
done <<'FILES'
xs.npy k05VTVBZAQB2AHsnZGVzY3InOiAnPGY4JywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDMsKSwgfSAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAAAAAAAAAAAAAAAAAAPA/AAAAAAAAAEA=
fortran.npy k05VTVBZAQB2AHsnZGVzY3InOiAnPGY0JywgJ2ZvcnRyYW5fb3JkZXInOiBUcnVlLCAnc2hhcGUnOiAoMiwgMyksIH0gICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAAAAAAABAQAAAgD8AAIBAAAAAQAAAoEA=
big.npy k05VTVBZAQB2AHsnZGVzY3InOiAnPmY0JywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDIsIDMpLCB9ICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAAAAAP4AAAEAAAABAQAAAQIAAAECgAAA=
ints.npy k05VTVBZAQB2AHsnZGVzY3InOiAnPGk4JywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDMsKSwgfSAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAAAAAAAAAAAEAAAAAAAAAAgAAAAAAAAA=
complex.npy k05VTVBZAQB2AHsnZGVzY3InOiAnPGMxNicsICdmb3J0cmFuX29yZGVyJzogRmFsc2UsICdzaGFwZSc6ICgyLCksIH0gICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAAAAAAADwPwAAAAAAAAAAAAAAAAAA8D8AAAAAAAAAAA==
named.npz UEsDBBQAAAAIAAAAIQCvRpRnSwAAAJgAAAAGABQAeXMubnB5AQAQAJgAAAAAAAAASwAAAAAAAACb7BfqGxDJyFDGUK2eklqcXKRupaBuk2ahrqOgnpZfVFKUmBefX5SSChJ3S8wpTgWKF2ckFqQC+RrGOpo6CrUKFAAuBjD4YI9OAwBQSwMEFAAAAAgAAAAhACQh4StMAAAAmAAAAAYAFAB4cy5ucHkBABAAmAAAAAAAAABMAAAAAAAAAJvsF+obEMnIUMZQrZ6SWpxcpG6loG6TZqGuo6Cell9UUpSYF59flJIKEndLzClOBYoXZyQWpAL5GsY6mjoKtQoUAC4GFPDBHspwAABQSwECFAMUAAAACAAAACEAr0aUZ0sAAACYAAAABgAAAAAAAAAAAAAAgAEAAAAAeXMubnB5UEsBAhQDFAAAAAgAAAAhACQh4StMAAAAmAAAAAYAAAAAAAAAAAAAAIABgwAAAHhzLm5weVBLBQYAAAAAAgACAGgAAAAHAQAAAAA=
plain.npz UEsDBBQAAAAAAAAAIQBHthAkiAAAAIgAAAAJABQAYXJyXzAubnB5AQAQAIgAAAAAAAAAiAAAAAAAAACTTlVNUFkBAHYAeydkZXNjcic6ICc8aTgnLCAnZm9ydHJhbl9vcmRlcic6IEZhbHNlLCAnc2hhcGUnOiAoKSwgfSAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgCgIAAAAAAAAAUEsDBBQAAAAAAAAAIQAkIeErmAAAAJgAAAAJABQAYXJyXzEubnB5AQAQAJgAAAAAAAAAmAAAAAAAAACTTlVNUFkBAHYAeydkZXNjcic6ICc8ZjgnLCAnZm9ydHJhbl9vcmRlcic6IEZhbHNlLCAnc2hhcGUnOiAoMywpLCB9ICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgCgAAAAAAAAAAAAAAAAAA8D8AAAAAAAAAQFBLAwQUAAAAAAAAACEAr0aUZ5gAAACYAAAACQAUAGFycl8yLm5weQEAEACYAAAAAAAAAJgAAAAAAAAAk05VTVBZAQB2AHsnZGVzY3InOiAnPGY4JywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDMsKSwgfSAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAAAAAAADwPwAAAAAAAPA/AAAAAAAA8D9QSwECFAMUAAAAAAAAACEAR7YQJIgAAACIAAAACQAAAAAAAAAAAAAAgAEAAAAAYXJyXzAubnB5UEsBAhQDFAAAAAAAAAAhACQh4SuYAAAAmAAAAAkAAAAAAAAAAAAAAIABwwAAAGFycl8xLm5weVBLAQIUAxQAAAAAAAAAIQCvRpRnmAAAAJgAAAAJAAAAAAAAAAAAAACAAZYBAABhcnJfMi5ucHlQSwUGAAAAAAMAAwClAAAAaQIAAAAA
filters.png iVBORw0KGgoAAAANSUhEUgAAAAIAAAAFCAIAAADg0arLAAAAJUlEQVR42mNgYOcTlVFm1DK0EBUVZdICA+aQiGgFBQUWIBMoCABFhARmA7L9SAAAAABJRU5ErkJggg==
palette.png iVBORw0KGgoAAAANSUhEUgAAAAMAAAABAgMAAABmjvwnAAAACVBMVEX/AAAA/wAAAP8tSs2KAAAACklEQVR42mOQAAAAGgAZgACOuwAAAABJRU5ErkJggg==
grey16.png iVBORw0KGgoAAAANSUhEUgAAAAIAAAABEAAAAACB2fwVAAAADUlEQVR42mNgEPj/HwADMgIPe3GeJAAAAABJRU5ErkJggg==
alpha.png iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNgZGJuAAAAlQCHzJbkmQAAAABJRU5ErkJggg==
interlaced.png iVBORw0KGgoAAAANSUhEUgAAAAIAAAAFCAIAAAGX1ppdAAAAJUlEQVR42mNgYOcTlVFm1DK0EBUVZdICA+aQiGgFBQUWIBMoCABFhARmA7L9SAAAAABJRU5ErkJggg==
FILES

# gives EXPECTED ARGUMENTS...: what the program prints, compiled and interpreted.
gives() {
  expected=$1
  shift
  ravel run prog.fut "$@"
  expect_exactly out "$expected"
  ravel run --interpret prog.fut "$@"
  expect_exactly out "$expected"
  expect_status 0
}

# refuses TEXT ARGUMENTS...: the message, and the exit code of a malformed argument.
refuses() {
  expected=$1
  shift
  ravel run prog.fut "$@"
  expect_status 4
  expect err "$expected"
  expect_empty out
}

gives 16.0f64 2 '[1, 2, 3]' xs.npy
gives -16.0f64 -2 '[1, 2, 3]' xs.npy
gives 6.0f64 --input n=2 named.npz
gives 6.0f64 plain.npz
gives 6.0f64 --input ys='[1.0, 1.0, 1.0]' 2 --input=xs=xs.npy
gives '[3.0f32, 12.0f32]' -e rows fortran.npy
gives '[3.0f32, 12.0f32]' -e rows big.npy
gives '1.5f32
2i32
true' -e record '1.5 2' true
gives '[-1i32, 2i32]' -e vector '[-1, 2]'
echo '[1, 2]' >"$work/v.in"
gives '[1i32, 2i32]' -e vector v.in
cp "$work/v.in" "$work/values"
gives '[1i32, 2i32]' -e vector @values
printf 'a,b\n1,2\n\n3,"4.5"\n' >"$work/m.csv"
gives '[3.0f32, 7.5f32]' -e rows m.csv
printf '1;+2\r\n-3;NaN\r\n' >"$work/m.csv"
gives '[3.0f32, f32.nan]' -e rows m.csv
printf '7\n8\n9' >"$work/m.csv"
gives '[7i32, 8i32, 9i32]' -e vector m.csv
printf '1,0,true' >"$work/m.csv"
gives '[false, true, false]' -e flags m.csv
gives '[[[0u8, 7u8, 14u8], [21u8, 28u8, 35u8]], [[42u8, 49u8, 56u8], [63u8, 70u8, 77u8]], [[84u8, 91u8, 98u8], [105u8, 112u8, 119u8]], [[126u8, 133u8, 140u8], [147u8, 154u8, 161u8]], [[168u8, 175u8, 182u8], [189u8, 196u8, 203u8]]]' -e picture filters.png
gives '[[4294901760u32, 4278255360u32, 4278190335u32]]' -e words palette.png
gives '[[0u8, 255u8]]' -e grey grey16.png
gives '[[0.0f64, 1.0f64]]' -e light grey16.png
gives '[[[1u8, 2u8, 3u8, 128u8]]]' -e clear alpha.png
gives '[[[255u8, 0u8, 0u8, 255u8], [0u8, 255u8, 0u8, 255u8], [0u8, 0u8, 255u8, 255u8]]]' -e clear palette.png
printf 'P6\n# two pixels\n2 1\n255\nABCDEF' >"$work/p.ppm"
gives '[[[65u8, 66u8, 67u8], [68u8, 69u8, 70u8]]]' -e picture p.ppm
printf 'P2 2 1 15 0 15' >"$work/p.pgm"
gives '[[0u8, 255u8]]' -e grey p.pgm

# What is wrong is told with the file and the parameter.
refuses 'argument 2 of 3 (xs: []f64) is not given' 2
expect err 'main (n: i64, xs: []f64, ys: []f64)'
refuses 'main takes 3 arguments, so there is none for 4' 1 xs.npy xs.npy 4
refuses 'argument 1 of 3 (n: i64): ' 1.5 xs.npy xs.npy
refuses 'argument 2 of 3 (xs: []f64): ints.npy: it holds a value of type []i64, not []f64' 1 ints.npy xs.npy
refuses "complex.npy: its elements are of type '<c16', which programs do not have" 1 complex.npy xs.npy
refuses 'there is no parameter m in main (n: i64, xs: []f64, ys: []f64)' --input m=3
refuses 'named.npz: there is no parameter' -e vector named.npz
refuses 'argument 1 of 3 (n: i64): it is given twice' --input n=1 --input n=2
refuses 'files are known by their extensions: .npy' -e vector some.thing
head -c 140 "$work/xs.npy" >"$work/cut.npy"
refuses 'argument 2 of 3 (xs: []f64): cut.npy: it is cut off: there are 1 of 3 elements' 1 cut.npy xs.npy
# Shapes beyond all numbers, records, pictures of other depths and without pixels.
npy_head() { # NAME HEAD
  head=$(printf '%-117s' "$2")
  { printf '\223NUMPY\001\000\166\000%s\n' "$head"; printf '12345678'; } >"$work/$1"
}
npy_head huge.npy "{'descr': '<f8', 'fortran_order': False, 'shape': (9999999999999, 9999999999999), }"
refuses 'huge.npy: it is cut off: there are 1 elements, far fewer than its shape says' -e light huge.npy
npy_head fields.npy "{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (1,), }"
refuses 'fields.npy: its elements are records; save an array for each of their fields' 1 fields.npy xs.npy
printf 'P2 1 1 65535 7\n' >"$work/deep.pgm"
refuses 'deep.pgm: its pixels go up to 65535, but only those up to 255 are supported' -e grey deep.pgm
printf 'P2 x 1 255 7\n' >"$work/odd.pgm"
refuses 'odd.pgm: its head is malformed' -e grey odd.pgm
# What may have been meant.
mkdir -p "$work/folder"
cp "$work/xs.npy" "$work/plain"
refuses 'hint: folder is a folder' 1 folder xs.npy
refuses 'hint: plain is a file; @plain is what it holds' 1 plain xs.npy
refuses 'hint: a record is written as the values of its fields, which are in alphabetic order' -e record '{x=1.5, y=2}' true
head -c 20 "$work/xs.npy" >"$work/cut.npy"
refuses 'cut.npy: it is cut off in its head' 1 cut.npy xs.npy
(cat "$work/xs.npy" && echo) >"$work/cut.npy"
refuses 'cut.npy: there is more after its elements' 1 cut.npy xs.npy
head -c 300 "$work/named.npz" >"$work/cut.npz"
refuses 'cut.npz: it is not a .npz file, or it is cut off' 1 cut.npz
printf '1,2\n3\n' >"$work/bad.csv"
refuses 'argument 1 of 1 (a: [][]f32): bad.csv: row 2 has 1 field, but row 1 has 2' -e rows bad.csv
printf 'a,b\n1,2\n3,x1\n' >"$work/bad.csv"
refuses 'bad.csv: row 3: field 2 is no f32: x1' -e rows bad.csv
printf '1,2\n3,\n' >"$work/bad.csv"
refuses 'bad.csv: row 2: field 2 is empty' -e rows bad.csv
printf '1,2\n3,4]\n' >"$work/bad.csv"
refuses 'bad.csv: row 2: field 2 is no f32: 4]' -e rows bad.csv
printf '1,2\n3,4\n' >"$work/bad.csv"
refuses 'bad.csv: it has 2 rows of 2 fields, which are no []i32' -e vector bad.csv
: >"$work/bad.csv"
refuses 'bad.csv: it has no rows' -e rows bad.csv
refuses 'argument 1 of 1 (p: [][][]u8): alpha.png: it has pixels that are transparent' -e picture alpha.png
refuses 'interlaced.png: it is interlaced, which is not supported' -e picture interlaced.png
refuses 'palette.png: a picture is a [][]u32, [][][3]u8' -e vector palette.png
for length in 4 30 60 80; do
  head -c $length "$work/filters.png" >"$work/cut.png"
  refuses 'cut.png: it is ' -e picture cut.png
done
sed 's/IDAT/IDAX/' "$work/filters.png" >"$work/cut.png"
refuses 'cut.png: it is damaged: a checksum is wrong' -e picture cut.png
printf 'P6 2 1 255 ABC' >"$work/p.ppm"
refuses 'p.ppm: it is cut off or damaged: pixel 2 of 2' -e picture p.ppm
ravel run prog.fut 1 nowhere.npy xs.npy
expect_status 1
expect err 'cannot read nowhere.npy: No such file or directory'
ravel run prog.fut --input 3
expect_status 2
expect err "--input needs NAME=VALUE, not '3'"

# Results: what was written reads back as it was.
for name in filters palette grey16; do
  for extension in png ppm npy npz data; do
    ravel run prog.fut -e picture $name.png -o again.$extension
    expect_status 0
    expect_empty out
    [ $extension = npz ] && continue
    ravel run prog.fut -e picture $name.png
    cp "$work/out" "$work/once"
    ravel run prog.fut -e picture again.$extension
    expect_exactly out "$(cat "$work/once")"
  done
done
ravel run prog.fut -e clear alpha.png -o again.png
ravel run prog.fut -e words again.png
expect_exactly out '[[2147549699u32]]'
ravel run prog.fut -e words '[[0x112233u32, 0xff0000u32]]' -o again.png
ravel run prog.fut -e words again.png
expect_exactly out '[[4279312947u32, 4294901760u32]]'
ravel run prog.fut -e light '[[-1, 0.5, 7]]' -o again.pgm
ravel run prog.fut -e grey again.pgm
expect_exactly out '[[0u8, 128u8, 255u8]]'
ravel run prog.fut -e clear alpha.png -o again.ppm
expect_status 2
expect err 'cannot write again.ppm: it has no room for pixels that are transparent'
ravel run prog.fut -e two 3 -o pair.npy
expect_status 2
expect err 'cannot write pair.npy: such a file holds one value, but there are 2 results'
[ ! -e "$work/pair.npy" ] && pass || fail 'nothing half-written stays'
ravel run prog.fut -e two 3 -o pair.npz
expect_status 0
ravel run prog.fut -e rows m.csv -o sums.csv
ravel run prog.fut -e odd 3 -o odd.csv
(cd "$work" && cat odd.csv >out)
expect_exactly out 'nan
inf
inf'
ravel run --interpret prog.fut -e two 3 -o pair.txt
(cd "$work" && cat pair.txt >out)
expect_exactly out '3i32
[3.0f64, 3.0f64, 3.0f64]'
ravel run prog.fut -e two 3 -o pair.txt
(cd "$work" && cat pair.txt >out)
expect_exactly out '3i32
[3.0f64, 3.0f64, 3.0f64]'
ravel run prog.fut -e grey '[[1]]' -o nowhere/x.png
expect_status 2
ravel run prog.fut -e grey '[[1]]' -o prog.fut
expect_status 2
expect err 'it is the source'
# A failure of the program is its own, and leaves no file.
ravel run prog.fut '1' '[1]' '[1, 2]' -o new.npy
expect_status 4
[ ! -e "$work/new.npy" ] && pass || fail 'there is no result'

# Other languages.
printf 'function sums(xss:[[int]]):[int] = {sum(xs) : xs in xss};\nsums([[1]]);\n' >"$work/sums.nesl"
ravel run sums.nesl -e sums '[[1, 2], [3]]'
expect_exactly out '[3, 3]'
ravel run sums.nesl 3
expect_status 2
expect err 'the forms of the program take no arguments'
ravel run sums.nesl -o x.npy
expect_status 2
expect err 'are shown, and not written to a file'
printf 'def f (x: i32) = x\n' >"$work/none.fut"
ravel run none.fut
expect_status 2
expect err 'the program has no entry point'
expect err 'write `entry` in place of `def`'
ravel run none.fut 3
expect_status 2
expect err 'write `entry` in place of `def`'
printf 'entry f (x: i32) = x + true\n' >"$work/wrong.fut"
ravel run wrong.fut 3
expect_status 1
expect err 'error[E1201]'
# Options of executables.
ravel run prog.fut -e vector '[1]' --write-result-to there -b --profile-json profile.json --memory-limit 1000000
expect_status 0
[ -s "$work/there" ] && [ -s "$work/profile.json" ] && pass || fail 'both files are written'
ravel run prog.fut --print-params
expect_status 0

# On a terminal it says what it does, and what it waits for.
cc -o "$work/pty" "$folder/test/cli/pty.c" || fail "pty.c cannot be compiled"
printf 'entry main (n: i64) : i64 = n + 4242\n' >"$work/wait.fut"
cat >"$work/script" <<'SCRIPT'
see compiling wait.fut for
see main waits for its arguments on standard input, ended by Ctrl-D: n: i64
type 5\r\x04
see 4247i64
end 0
SCRIPT
(cd "$work" && ./pty script "$RAVEL" run wait.fut >out 2>err)
status=$?
expect_status 0

summary
