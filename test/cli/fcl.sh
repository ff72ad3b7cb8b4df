# FCL programs: types, files, what they print, block sizes; interpreted and compiled.
. test/cli/lib

printf '1, 2 ,-3\n40;5 6\n' >"$work/ints.csv"
printf '1.5, -2e2 3\n.25' >"$work/doubles.csv"
cat >"$work/files.fcl" <<'END'
val main = do<grid>
  { a <- readIntCSV "ints.csv"
  ; forceAndPrint 10 (push<grid> a)
  ; d <- readDoubleCSV "doubles.csv"
  ; forceAndPrintDouble 10 (push<grid> d)
  ; benchmark 2 (reduceFull addi a)
  }
END
shown='[1,2,-3,40,5,6]
[1.50000,-200.00000,3.00000,0.25000]'

ravel run --interpret files.fcl
expect_status 0
expect_exactly out "$shown"
expect err 'mean ms, least ms, GB/s written: '

ravel run --target=c files.fcl
expect_status 0
expect_exactly out "$shown"

printf 'val main = do<grid> { a <- readIntCSV "missing.csv"; forceAndPrint 1 (push<grid> a) }\n' >"$work/missing.fcl"
ravel run --interpret missing.fcl
expect_status 4
expect err 'the file missing.csv cannot be read'

printf 'val main = do<grid> { a <- readIntCSV "doubles.csv"; forceAndPrint 1 (push<grid> a) }\n' >"$work/wrong.fcl"
ravel run --interpret wrong.fcl
expect_status 4
expect err 'number 0 of the file doubles.csv is not one'

cat >"$work/size.fcl" <<'END'
fun own<l> f xs = push<l> (map f xs)
fun twice f x = f (f x)
val main = do<grid> { forceAndPrint 1 (push<grid> (generate 1 (fn i => #BlockSize))) }
END
ravel check --types size.fcl
expect_status 0
expect_exactly out "own : forall <l> 'a 'b. ('a -> 'b) -> ['a] -> ['b]<l>
twice : forall 'a. ('a -> 'a) -> 'a -> 'a
main : Program<grid> [int]"

ravel run --interpret size.fcl
expect_exactly out '[256]'
ravel run --block-size=32 --target=c size.fcl
expect_exactly out '[32]'
ravel run --block-size=1024 --target=c size.fcl
expect_exactly out '[1024]'
ravel repl --language=fcl
expect_status 2

# A level that is asked for and cannot be obeyed is not dropped silently.
ravel cuda --emit=imp "$folder/examples/fcl/transpose.fcl" -o transposed
expect_status 0
expect err "warning[W0008]: a block of threads cannot share this, so one thread runs each point: an accumulator"

summary
