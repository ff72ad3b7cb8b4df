-- Hilbert curves, Sobol points, marching squares, Buddhabrot, run lengths, big numbers, matching brackets.
-- ==
-- entry: hilbert
-- input { 4i64 } output { true }
-- entry: sobol_pi
-- input { 4096i64 } output { true }
-- entry: buddha
-- input { 24i64 40i32 } auto output
-- entry: rle
-- input { "aaabccdddd" } output { "abcd" [3i64,1i64,2i64,4i64] }
-- input { "" } output { "" empty([0]i64) }
-- entry: unrle
-- input { "abcd" [3i64,1i64,0i64,4i64] } output { "aaabdddd" }
-- entry: factorial
-- input { 25i64 } output { "15511210043330985984000000" }
-- input { 0i64 } output { "1" }
-- entry: balanced
-- input { "(()[{}])" } output { true }
-- input { "(()" } output { false }
-- input { "([)]" } output { false }
-- entry: transpose_strings
-- input { "abc" "xyz" } output { "axbycz" }
-- entry: primes_upto
-- input { 60i64 } output { [2i64,3i64,5i64,7i64,11i64,13i64,17i64,19i64,23i64,29i64,31i64,37i64,41i64,43i64,47i64,53i64,59i64] }
def d2xy (order: i64) (d: i64): (i64, i64) =
  let (x, y, _) = loop (x, y, t) = (0, 0, d) for s < order do
    let rx = 1 & (t / 2)
    let ry = 1 & (t ^ rx)
    let side = 1 << s
    let (x, y) = if ry == 0 then let (x, y) = if rx == 1 then (side - 1 - x, side - 1 - y) else (x, y) in (y, x) else (x, y)
    in (x + side * rx, y + side * ry, t / 4)
  in (x, y)
entry hilbert (order: i64): bool =
  let n = 1 << (2 * order)
  let ps = map (d2xy order) (iota n)
  let steps = map2 (\(a, b) (c, d) -> i64.abs (a - c) + i64.abs (b - d)) ps[:n-1] (ps[1:] :> [n-1](i64, i64))
  let seen = hist (+) 0 n (map (\(x, y) -> y * (1 << order) + x) ps) (rep 1i32)
  in all (== 1) steps && all (== 1) seen
def sobol_dirs: [2][32]u32 =
  let first = tabulate 32 (\k -> 1u32 << u32.i64 (31 - k))
  let second = loop v = copy first for k in 1..<32i64 do v with [k] = v[k-1] ^ (v[k-1] >> 1)
  in [first, second]
def gray (i: u32) = i ^ (i >> 1)
def sobol (dim: i64) (i: i64): u32 =
  let g = gray (u32.i64 i)
  in reduce (^) 0 (map2 (\k v -> if u32.get_bit (i32.i64 k) g == 1 then v else 0) (iota 32) sobol_dirs[dim])
entry sobol_pi (n: i64): bool =
  let inside i = let (x, y) = (f64.u32 (sobol 0 i) / 2**32, f64.u32 (sobol 1 i) / 2**32) in i64.bool (x*x + y*y < 1)
  in f64.abs (4 * f64.i64 (i64.sum (tabulate n inside)) / f64.i64 n - f64.pi) < 0.01
entry buddha (n: i64) (limit: i32): [n][n]i32 =
  let pts = tabulate_2d (n*2) (n*2) (\y x -> (f64.i64 x / f64.i64 n * 1.5 - 2, f64.i64 y / f64.i64 n * 1.25 - 1.25)) |> flatten
  let escapes (cr, ci) = (loop (x, y, k) = (0, 0, 0) while k < limit && x*x + y*y < 4 do (x*x - y*y + cr, 2*x*y + ci, k+1)).2
  let out = filter (\c -> escapes c < limit) pts
  let orbit (cr, ci) =
    let limit' = i64.i32 limit
    let (cells, _, _) = loop (cells, x, y) = (replicate limit' (-1i64, -1i64), 0, 0) for k < limit' do
      let (x, y) = (x*x - y*y + cr, 2*x*y + ci)
      let cell = if x*x + y*y < 4 then (i64.f64 ((y + 2) / 4 * f64.i64 n), i64.f64 ((x + 2) / 4 * f64.i64 n)) else (-1, -1)
      in (cells with [k] = cell, x, y)
    in cells
  let cells = flatten (map orbit out)
  in reduce_by_index_2d (replicate n (replicate n 0)) (+) 0 cells (map (const 1) cells)
entry rle [n] (s: [n]u8): ([]u8, []i64) =
  let starts = filter (\i -> i == 0 || s[i] != s[i-1]) (iota n)
  let m = length starts
  let lens = map (\k -> (if k + 1 < m then starts[k+1] else n) - starts[k]) (iota m)
  in (map (\i -> s[i]) starts, lens)
entry unrle [n] (cs: [n]u8) (lens: [n]i64): []u8 =
  let ends = scan (+) 0 lens
  let total = if n == 0 then 0 else last ends
  in map (\i -> let k = (loop (lo, hi) = (0, n) while lo < hi do
                   let mid = (lo + hi) / 2 in if ends[mid] <= i then (mid + 1, hi) else (lo, mid)).0
                in cs[k]) (iota total)
def BASE = 1000000000u64
entry factorial (n: i64): []u8 =
  let limbs = 8i64
  let mul (xs: [limbs]u64) (k: u64): [limbs]u64 =
    let (_, r) = loop (c, r) = (0, replicate limbs 0) for i < limbs do
      let t = xs[i] * k + c in (t / BASE, r with [i] = t % BASE)
    in r
  let v = loop v = tabulate limbs (\i -> u64.bool (i == 0)) for k in map u64.i64 (1..<n+1) do mul v k
  let digits = flatten (map (\l -> (loop (ds, l) = (replicate 9 0u8, l) for i in 8..7...0 do (ds with [i] = u8.u64 (l % 10), l / 10)).0) (reverse v))
  let lead = (loop k = 0 while k < length digits - 1 && digits[k] == 0 do k + 1)
  in map (+ '0') (drop lead digits)
entry balanced [n] (s: [n]u8): bool =
  let opens c = c == '(' || c == '[' || c == '{'
  let mate c = match c case ')' -> '(' case ']' -> '[' case '}' -> '{' case _ -> '?'
  let (ok, _, top) = loop (ok, stack, top) = (true, replicate n 0u8, 0i64) for c in s do
    if !ok then (ok, stack, top)
    else if opens c then (ok, stack with [top] = c, top + 1)
    else if top > 0 && stack[top-1] == mate c then (true, stack, top - 1) else (false, stack, top)
  in ok && top == 0
entry transpose_strings [n] (a: [n]u8) (b: [n]u8): []u8 = flatten (transpose [a, b])
entry primes_upto (n: i64): []i64 =
  let sieve = loop s = map (>= 2) (0..<n) for p in 2..3...i64.f64 (f64.sqrt (f64.i64 n)) do
    if s[p] then let m = (n - p * p + p - 1) / p in scatter s (map (\k -> p * p + k * p) (iota (i64.max 0 m))) (replicate (i64.max 0 m) false) else s
  in filter (\i -> sieve[i]) (iota n)
