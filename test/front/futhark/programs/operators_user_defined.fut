-- Operators of one's own, and their precedence.
-- ==
-- entry: main
-- input { 4i32 3i32 }
-- output { 9i32 7i32 12i32 5i32 8i32 0i32 1i32 }

-- ==
-- entry: qualified
-- input { [1i32, 2i32, 3i32] }
-- output { 170i32 }

def (<+>) (a: (i32, i32)) (b: (i32, i32)) = (a.0 + b.0, a.1 + b.1)
def (*.) (k: i32) ((x, y): (i32, i32)) = (k * x, k * y)
def x %%% y = ((x % y) + y) % y: i32
def (|||) 'a 'b 'c (f: a -> b) (g: a -> c) (x: a) = (f x, g x)
def a <=> b : i32 = if a < b then -1 else if a > b then 1 else 0: i32
def (-|) (x: i32) (y: i32) = i32.max 0 (x - y)

module ops = {
  def x ++. y = x * 10 + y: i32
  def (!!) [n] (xs: [n]i32) (i: i64) = xs[i % n]
}

entry main (a: i32) (b: i32): ((i32, i32), i32, (i32, i32), i32, i32) =
  (2 *. (a, b) <+> (1, 1), -a %%% 3 + 10, ((+ 1) ||| (* 2)) a, a <=> b + 1, a -| b)

entry qualified (xs: []i32): i32 =
  let y = 1 ops.++. 2 ops.++. 3
  let open_them = ops.(4 ++. 5)
  in y + open_them + (xs ops.!! 7)
