-- Least significant digit first, one bit at a time, with scans and a scatter.
-- ==
-- input { [5u32, 3u32, 9u32, 1u32, 3u32, 0u32, 4294967295u32, 16u32] }
-- output { [0u32, 1u32, 3u32, 3u32, 5u32, 9u32, 16u32, 4294967295u32] }
-- input { empty([0]u32) } output { empty([0]u32) }

-- ==
-- entry: sort_signed
-- input { [3i32, -1i32, 2i32, -2147483648i32, 0i32] }
-- output { [-2147483648i32, -1i32, 0i32, 2i32, 3i32] }

-- ==
-- entry: sort_with_index
-- input { [30u32, 10u32, 20u32] } output { [10u32, 20u32, 30u32] [1i64, 2i64, 0i64] }

def radix_sort_step [n] 't (get_bit: i32 -> t -> i32) (xs: [n]t) (b: i32) : [n]t =
  let bits = map (\x -> i64.i32 (get_bit b x)) xs
  let bits_neg = map (1 -) bits
  let offset = reduce (+) 0 bits_neg
  let idxs0 = map2 (*) bits_neg (scan (+) 0 bits_neg)
  let idxs1 = map2 (*) bits (map (+ offset) (scan (+) 0 bits))
  let idxs = map (\x -> x - 1) (map2 (+) idxs0 idxs1)
  in scatter (copy xs) idxs xs

def radix_sort [n] 't (num_bits: i32) (get_bit: i32 -> t -> i32) (xs: [n]t) : [n]t =
  loop xs for i < num_bits do radix_sort_step get_bit xs i

entry main [n] (xs: [n]u32) : [n]u32 = radix_sort u32.num_bits u32.get_bit xs

-- The sign bit counts the other way around.
entry sort_signed [n] (xs: [n]i32) : [n]i32 =
  let bit i x = if i == i32.num_bits - 1 then 1 - i32.get_bit i x else i32.get_bit i x
  in radix_sort i32.num_bits bit xs

entry sort_with_index [n] (xs: [n]u32) : ([n]u32, [n]i64) =
  zip xs (indices xs)
  |> radix_sort u32.num_bits (\i (x, _) -> u32.get_bit i x)
  |> unzip
