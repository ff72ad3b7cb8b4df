-- ==
-- input { [5, 3, -1, 9, 0, 3] } output { [-1, 0, 3, 3, 5, 9] }
local def radix_step [n] 't (xs: [n]t) (get_bit: i32 -> t -> i32) (digit: i32): [n]t =
  let pairwise op (a1, b1, c1, d1) (a2, b2, c2, d2) = (a1 `op` a2, b1 `op` b2, c1 `op` c2, d1 `op` d2)
  let num x = (get_bit (digit + 1) x) * 2 + get_bit digit x
  let bins = xs |> map num
  let flags = bins |> map (\x -> if x == 0 then (1, 0, 0, 0) else if x == 1 then (0, 1, 0, 0) else if x == 2 then (0, 0, 1, 0) else (0, 0, 0, 1))
  let offsets = scan (pairwise (+)) (0i64, 0i64, 0i64, 0i64) flags
  let (na, nb, nc, _) = if n > 0 then last offsets else (0, 0, 0, 0)
  let f bin (a, b, c, d) = match bin
    case 0 -> a - 1
    case 1 -> na + b - 1
    case 2 -> na + nb + c - 1
    case _ -> na + nb + nc + d - 1
  let is = map2 f bins offsets
  in scatter (copy xs) is xs
def radix_sort [n] 't (num_bits: i32) (get_bit: i32 -> t -> i32) (xs: [n]t): [n]t =
  let iters = if n == 0 then 0 else (num_bits + 2 - 1) / 2
  in loop xs for i < iters do radix_step xs get_bit (i * 2)
def radix_sort_int [n] 't (num_bits: i32) (get_bit: i32 -> t -> i32) (xs: [n]t): [n]t =
  let get_bit' i x = let b = get_bit i x in if i == num_bits - 1 then b ^ 1 else b
  in radix_sort num_bits get_bit' xs
def main [n] (xs: [n]i32) = radix_sort_int i32.num_bits i32.get_bit xs
