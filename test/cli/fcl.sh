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

# Algorithms of the prelude, with blocks of all sizes.
cat >"$work/blocks.fcl" <<'END'
val main = do<grid>
  { p <- scan addi 0 (generate 70001 (fn i => i % 3 - 1))
  ; a <- force<grid> p
  ; s <- reduceFull addi (generate 70001 (fn i => b2i (index a i == (if i % 3 == 0 then 0 - 1 else if i % 3 == 1 then 0 - 1 else 0))))
  ; m <- forceM<grid> (matmulTiled addi muli 0 4 8 8 8 (iota 64) (map (fn i => b2i (i % 9 == 0)) (iota 64)))
  ; forceAndPrint 3 (push<grid> (generate 3 (fn i => if i == 0 then s else index m (i + 20))))
  }
END
for size in 32 96 1024; do
  ravel run --block-size=$size --target=c blocks.fcl
  expect_exactly out '[70001,21,22]'
done
ravel repl --language=fcl
expect_status 2

# Only a program of level grid can be run.
for main in 'iota 3' 'do<block> { a <- force<block> (push<block> (iota 3)); return<block> a }' 'fn x => return<grid> x'; do
  printf 'val main = %s\n' "$main" >"$work/main.fcl"
  ravel check main.fcl
  expect_status 0
  ravel run --interpret main.fcl
  expect_status 4
  expect err 'only a Program<grid> can be run'
done

# A level that is asked for and cannot be obeyed is not dropped silently.
cat >"$work/private.fcl" <<'END'
sig f : int -> [int] -> Program<grid> [int]<grid>
fun f n xs = splitUp n xs |> map (fn c => concat<thread> n (generate 1 (fn i =>
  interleaveSeq<thread> 1 (fn sh => n - 1 - fst sh) (map (fn x => return<thread> (push<thread> (generate 1 (fn i => x)))) c))))
  |> concat<block> n
END
ravel cuda --emit=imp private.fcl -o private
expect_status 0
expect err "warning[W0008]: a block of threads cannot share this, so one thread runs each point: a thread of the block has a large array of its own"

# The interpreter says when two elements are interleaved at one index.
printf 'val main = do<grid> { a <- forceM<grid> (interleave<block> 2 (fn (i, j) => j) (generate 2 (fn b => return<block> (push<block> (iota 2))))); forceAndPrint 4 (push<grid> a) }\n' >"$work/twice.fcl"
ravel run --interpret twice.fcl
expect_status 4
expect err 'element 0 is written twice'

# And when something is read that a seqfor has not written, in it or behind it.
cat >"$work/early.fcl" <<'END'
fun own k f = concat<block> k (generate 1 (fn b => concat<thread> k (generate 1 (fn t => f))))
sig before : int -> Program<grid> [int]<grid>
fun before n = own 3 (return<thread> (seqfor 3 3 (fn read => fn i => (i, read (n - i)))))
sig single : int -> Program<grid> [int]<grid>
fun single n = own 1 (return<thread> (seqfor 1 n (fn read => fn i => (0, read 0))))
sig behind : int -> Program<grid> [int]<grid>
fun behind n = own 3 (do<thread> { a <- force<thread> (seqfor 3 n (fn read => fn i => (i, i))); return<thread> (push<thread> (reverse a)) })
sig result : int -> Program<grid> [int]<grid>
fun result n = own 3 (return<thread> (seqfor 3 n (fn read => fn i => (i, i))))
END
for entry in 'before: element 2 is read' 'single: element 0 is read' 'behind: element 2 is read' 'result: element 2 of a result is not written'; do
  input 2
  ravel run --interpret -e "${entry%%:*}" early.fcl
  expect_status 4
  expect err "${entry#*: }"
done

# What is launched.
ravel dump --launches "$folder/test/front/fcl/structure/launches.fcl"
expect_status 0
expect out 'tiles_kernel_1: block (acc), '
expect out '  groups    sext(mul(squot(rows.3, 32i32), 2i32) : i64)
  threads   256
  fast      4096 bytes
  barriers  2'
ravel dump --launches --block-size=64 "$folder/test/front/fcl/structure/launches.fcl"
expect out '  threads   64'
ravel dump --launches --target=c "$folder/test/front/fcl/structure/launches.fcl"
expect_status 2
expect err '--launches is for targets with a device, not for c'

# What a block does with as many elements as it has threads, fewer or more is no loop over threads.
ravel cuda --emit=kernels "$folder/test/mem/block/dealt.fcl" -o dealt
expect_status 0
expect dealt '    if (lane < 9) {'
expect dealt '      const int64_t at = lane;'
expect dealt '      const int64_t at = lane + k*256;'
expect dealt '      if (at < 300) {'
if grep -q 'at += 256' "$work/dealt"; then fail "a loop over threads"; else pass; fi

# A library for C, as doc/languages/fcl.md says.
cat >"$work/kernels.fcl" <<'END'
sig pieces : int -> [int] -> Program<grid> [int]<grid>
fun pieces n xs = splitUp n xs |> map (sklansky<block> (lgCeil n) addi) |> concat<block> n
END
cat >"$work/use.c" <<'END'
#include <stdio.h>
#include "kernels.h"

int main(void) {
  int32_t numbers[6] = {1, 2, 3, 4, 5, 6}, results[6] = {0};
  struct futhark_context_config *config = futhark_context_config_new();
  struct futhark_context *context = futhark_context_new(config);
  struct futhark_i32_1d *xs = futhark_new_i32_1d(context, numbers, 6), *ys = NULL, *zs = NULL;
  int error = futhark_entry_pieces(context, &ys, 2, xs);
  if (error == 0) error = futhark_entry_pieces(context, &zs, 3, ys);
  if (error == 0) error = futhark_values_i32_1d(context, zs, results);
  if (error == 0) error = futhark_context_sync(context);
  for (int i = 0; i < 6; i++)
    printf("%d%c", (int)results[i], i < 5 ? ' ' : '\n');
  futhark_free_i32_1d(context, xs);
  if (ys != NULL) futhark_free_i32_1d(context, ys);
  if (zs != NULL) futhark_free_i32_1d(context, zs);
  futhark_context_free(context);
  futhark_context_config_free(config);
  return error;
}
END
ravel c --library kernels.fcl -o kernels
expect_status 0
(cd "$work" && ${CC:-cc} -o use use.c kernels.c -lm -pthread >out 2>err && ./use >out 2>>err)
expect_exactly out '1 4 7 7 12 23'

# More fast memory than there is.
cat >"$work/large.fcl" <<'END'
sig f : [int] -> Program<grid> [int]<grid>
fun f xs = concat<block> 100000 (generate 4 (fn b => do<block>
  { a <- force<block> (push<block> (generate 100000 (fn i => index xs (b + i))))
  ; return<block> (push<block> (reverse a)) }))
END
ravel check large.fcl
expect_status 0
ravel cuda --emit=imp large.fcl -o large
expect_status 1
expect err 'error[E2134]: a block needs 400000 bytes of fast memory up to here, but no device has more than 232448'

summary
