-- Attributes wherever they may stand.
-- ==
-- entry: main
-- input { [1i32, 2i32, 3i32] }
-- output { [5i32, 8i32, 13i32] 36i32 2i32 }

-- ==
-- entry: tabled
-- input {  }
-- output { 10i64 }

#[inline]
def square (x: i32): i32 = x * x

#[noinline]
def cube (x: i32): i32 = x * square x

module m = {
  #[inline]
  def half (x: i32) = x / 2
}

def table = #[opaque] iota 5

entry main [n] (xs: [n]i32): ([n]i32, i32, i32) =
  let a = #[unroll] loop acc = 0 for i < 4i32 do acc + i
  let b = #[incremental_flattening(only_inner)] map (\x -> #[unsafe] xs[i64.i32 (x - x)] + square x) xs
  let c = #[sequential] reduce (+) 0 (map cube xs)
  let d = #[sequential_inner] #[flatten] (if n > 3 then 1 else 2)
  in (map (+ m.half a) b, c, d)

entry tabled: i64 = #[sequential_outer] i64.sum table
