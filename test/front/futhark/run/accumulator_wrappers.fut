-- The wrappers of accumulators that programs write, with the type under its plain name.
-- ==
-- entry: main
-- input { [0i64, 2, 0] } output { [2, 0, 1] }
def reduce_by_index_stream [k] [n] 'a 'b (dest: *[k]a) (op: a -> a -> a) (ne: a)
                           (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: [n]b): *[k]a =
  intrinsics.reduce_by_index_stream dest op ne f bs
def write [n] 't: *acc ([n]t) -> i64 -> t -> acc ([n]t) = intrinsics.acc_write
def one (acc: *acc ([3]i32)) (i: i64): acc ([3]i32) = write acc i 1
def main (is: []i64): [3]i32 = reduce_by_index_stream (replicate 3 0) (+) 0 one is
