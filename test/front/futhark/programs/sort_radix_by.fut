-- A radix sort over any element type, given its bits.
-- ==
-- entry: by_key
-- input { [5i32, -3i32, 0i32, 2147483647i32, -2147483648i32, 5i32, -3i32] [1.0f32, 2.0f32, 3.0f32, 4.0f32, 5.0f32, 6.0f32, 7.0f32] }
-- output { [-2147483648i32, -3i32, -3i32, 0i32, 5i32, 5i32, 2147483647i32] [5.0f32, 2.0f32, 7.0f32, 3.0f32, 1.0f32, 6.0f32, 4.0f32] }
-- input { empty([0]i32) empty([0]f32) }
-- output { empty([0]i32) empty([0]f32) }

-- ==
-- entry: bytes
-- input { [200u8, 3u8, 255u8, 0u8, 128u8, 127u8] }
-- output { [0u8, 3u8, 127u8, 128u8, 200u8, 255u8] }

def radix_step [n] 't (digit: i32) (get_bit: i32 -> t -> i32) (xs: [n]t): [n]t =
  let bits = map (get_bit digit) xs
  let ones = map i64.i32 bits
  let zeros = map (1 -) ones
  let zero_ranks = map2 (*) zeros (scan (+) 0 zeros)
  let count = i64.sum zeros
  let one_ranks = map2 (*) ones (map (+ count) (scan (+) 0 ones))
  let places = map (\x -> x - 1) (map2 (+) zero_ranks one_ranks)
  in scatter (copy xs) places xs

def radix_sort [n] 't (bits: i32) (get_bit: i32 -> t -> i32) (xs: [n]t): [n]t =
  loop xs for i < bits do radix_step i get_bit xs

def radix_sort_by [n] 't 'k (key: t -> k) (bits: i32) (get_bit: i32 -> k -> i32) (xs: [n]t): [n]t =
  radix_sort bits (\i x -> get_bit i (key x)) xs

def signed_bit (i: i32) (x: i32): i32 =
  let b = i32.get_bit i x
  in if i == 31 then 1 - b else b

entry by_key [n] (keys: [n]i32) (values: [n]f32): ([n]i32, [n]f32) =
  unzip (radix_sort_by (.0) i32.num_bits signed_bit (zip keys values))

entry bytes [n] (xs: [n]u8): [n]u8 = radix_sort u8.num_bits u8.get_bit xs
