-- Numbers of many digits: sums with carries by a scan over what a digit does with a carry, products by columns,
-- Fibonacci numbers by doubling, factorials, comparison, and decimal digits.

type carry = #kill | #propagate | #generate

def after (a: carry) (b: carry): carry =
  match b
  case #propagate -> a
  case c -> c

-- Digits of 32 bits, the lowest first.
type^ big [n] = [n]u32

def add [n] (xs: [n]u32) (ys: [n]u32): ([n]u32, bool) =
  let sums = map2 (\x y -> u64.u32 x + u64.u32 y) xs ys
  let kind s: carry = if s > 0xffffffff then #generate else if s == 0xffffffff then #propagate else #kill
  let scanned = scan after #propagate (map kind sums)
  let comes i = i > 0 && scanned[i - 1] == #generate
  in (map2 (\s i -> u32.u64 (s + u64.bool (comes i))) sums (iota n), n > 0 && scanned[n - 1] == #generate)

def sub [n] (xs: [n]u32) (ys: [n]u32): ([n]u32, bool) =
  let kind x y: carry = if x < y then #generate else if x == y then #propagate else #kill
  let scanned = scan after #propagate (map2 kind xs ys)
  let borrowed i = u32.bool (i > 0 && scanned[i - 1] == #generate)
  in (map3 (\x y i -> x - y - borrowed i) xs ys (iota n), n > 0 && scanned[n - 1] == #generate)

def compare [n] (xs: [n]u32) (ys: [n]u32): i32 =
  reduce (\a b -> if b != 0 then b else a) 0 (map2 (\x y -> i32.bool (x > y) - i32.bool (x < y)) xs ys)

-- Columns of products of half digits, so that 64 bits hold a sum of up to 2^32 of them.
def mul [n][m] (xs: [n]u32) (ys: [m]u32): [n + m]u32 =
  let halves [k] (zs: [k]u32): [k * 2]u64 = flatten (map (\z -> [u64.u32 (z & 0xffff), u64.u32 (z >> 16)]) zs)
  let (hx, hy) = (halves xs, halves ys)
  let column k =
    let from = i64.max 0 (k - m * 2 + 1)
    let to = i64.min (k + 1) (n * 2)
    in loop s = 0 for i in from..<i64.max from to do s + hx[i] * hy[k - i]
  let columns = tabulate ((n + m) * 2) column
  let (_, digits) =
    loop (carry, out) = (0u64, replicate ((n + m) * 2) 0u64) for k < (n + m) * 2 do
      let s = columns[k] + carry
      in (s >> 16, out with [k] = s & 0xffff)
  in tabulate (n + m) (\i -> u32.u64 (digits[2 * i] | (digits[2 * i + 1] << 16)))

def trim [n] (xs: [n]u32): []u32 =
  let used = reduce i64.max 0 (map2 (\x i -> if x != 0 then i + 1 else 0) xs (iota n))
  in take used xs

def widen (n: i64) (xs: []u32): [n]u32 = tabulate n (\i -> if i < length xs then xs[i] else 0)
def plus (xs: []u32) (ys: []u32): []u32 =
  let n = 1 + i64.max (length xs) (length ys)
  in trim (add (widen n xs) (widen n ys)).0
def minus (xs: []u32) (ys: []u32): []u32 =
  let n = i64.max (length xs) (length ys)
  let (d, negative) = sub (widen n xs) (widen n ys)
  in assert (!negative) (trim d)
def times (xs: []u32) (ys: []u32): []u32 = trim (mul xs ys)

def div_small [n] (xs: [n]u32) (d: u64): ([n]u32, u64) =
  loop (out, r) = (replicate n 0, 0) for k < n do
    let v = (r << 32) | u64.u32 xs[n - 1 - k]
    in (out with [n - 1 - k] = u32.u64 (v / d), v % d)

def decimal (xs: []u32): []u8 =
  let (_, digits) =
    loop (xs, digits) = (xs, []) while length xs > 0 do
      let (q, r) = div_small xs 1000000000
      let nine = map (\i -> '0' + u8.u64 (r / 10 ** (8 - u64.i64 i) % 10)) (iota 9)
      in (trim q, nine ++ digits)
  let leading = (loop (k, go) = (0, true) while go do if k < length digits && digits[k] == '0' then (k + 1, true) else (k, false)).0
  in if length digits == leading then "0" else drop leading digits

entry fibonacci (n: i64): []u8 =
  let bits = 64 - i64.i32 (i64.clz n)
  let (a, _) =
    loop (a, b) = ([], [1]) for k < bits do
      let c = times a (minus (plus b b) a)
      let d = plus (times a a) (times b b)
      in if (n >> (bits - 1 - k)) & 1 == 0 then (c, d) else (d, plus c d)
  in decimal a

entry factorial (n: i64): []u8 = decimal (loop f = [1] for i < n do times f [u32.i64 (i + 1)])

entry sum [n] (xs: [n]u32) (ys: [n]u32): ([n]u32, bool) = add xs ys
entry difference [n] (xs: [n]u32) (ys: [n]u32): ([n]u32, bool, i32) =
  let (d, b) = sub xs ys in (d, b, compare xs ys)
entry product [n][m] (xs: [n]u32) (ys: [m]u32): []u32 = mul xs ys
entry negative (xs: []u32) (ys: []u32): []u32 = minus xs ys

-- ==
-- entry: fibonacci
-- input { 0i64 }
-- output { "0" }
-- input { 1i64 }
-- output { "1" }
-- input { 2i64 }
-- output { "1" }
-- input { 10i64 }
-- output { "55" }
-- input { 100i64 }
-- output { "354224848179261915075" }
-- input { 301i64 }
-- output { "359579325206583560961765665172189099052367214309267232255589801" }

-- ==
-- entry: factorial
-- input { 0i64 }
-- output { "1" }
-- input { 1i64 }
-- output { "1" }
-- input { 5i64 }
-- output { "120" }
-- input { 25i64 }
-- output { "15511210043330985984000000" }
-- input { 60i64 }
-- output { "8320987112741390144276341183223364380754172606361245952449277696409600000000000000" }

-- ==
-- entry: sum
-- input { [0u32] [0u32] }
-- output { [0u32] false }
-- input { [4294967295u32, 4294967295u32] [1u32, 0u32] }
-- output { [0u32, 0u32] true }
-- input { [4294967295u32, 4294967295u32, 4294967295u32, 4294967295u32, 0u32] [1u32, 0u32, 0u32, 0u32, 0u32] }
-- output { [0u32, 0u32, 0u32, 0u32, 1u32] false }
-- input { [1942955373u32, 3718334796u32, 2404204071u32, 3680198571u32, 3969454221u32] [3355305989u32, 1999951809u32, 1940605046u32, 2181161661u32, 3672393040u32] }
-- output { [1003294066u32, 1423319310u32, 49841822u32, 1566392937u32, 3346879966u32] true }
-- input { [5u32] [7u32] }
-- output { [12u32] false }
-- input { [0u32, 0u32, 0u32, 1u32] [1u32, 0u32, 0u32, 0u32] }
-- output { [1u32, 0u32, 0u32, 1u32] false }
-- input { [0u32, 4294967295u32] [0u32, 1u32] }
-- output { [0u32, 0u32] true }

-- ==
-- entry: difference
-- input { [0u32] [0u32] }
-- output { [0u32] false 0i32 }
-- input { [4294967295u32, 4294967295u32] [1u32, 0u32] }
-- output { [4294967294u32, 4294967295u32] false 1i32 }
-- input { [4294967295u32, 4294967295u32, 4294967295u32, 4294967295u32, 0u32] [1u32, 0u32, 0u32, 0u32, 0u32] }
-- output { [4294967294u32, 4294967295u32, 4294967295u32, 4294967295u32, 0u32] false 1i32 }
-- input { [1942955373u32, 3718334796u32, 2404204071u32, 3680198571u32, 3969454221u32] [3355305989u32, 1999951809u32, 1940605046u32, 2181161661u32, 3672393040u32] }
-- output { [2882616680u32, 1718382986u32, 463599025u32, 1499036910u32, 297061181u32] false 1i32 }
-- input { [5u32] [7u32] }
-- output { [4294967294u32] true -1i32 }
-- input { [0u32, 0u32, 0u32, 1u32] [1u32, 0u32, 0u32, 0u32] }
-- output { [4294967295u32, 4294967295u32, 4294967295u32, 0u32] false 1i32 }
-- input { [0u32, 4294967295u32] [0u32, 1u32] }
-- output { [0u32, 4294967294u32] false 1i32 }

-- ==
-- entry: product
-- input { [2522798642u32] [4294967295u32] }
-- output { [1772168654u32, 2522798641u32] }
-- input { [815623033u32, 793110136u32, 3452725545u32] [4294967295u32, 4294967295u32] }
-- output { [3479344263u32, 3501857159u32, 1657864783u32, 793110135u32, 3452725545u32] }
-- input {
--   [2198630850u32, 2043387526u32, 2705325689u32, 2636933101u32, 3405809747u32, 799609893u32]
--   [4294967295u32, 4294967295u32, 4294967295u32, 4294967295u32, 4294967295u32, 4294967295u32, 4294967295u32, 4294967295u32, 4294967295u32]
-- }
-- output {
--   [2096336446u32, 2251579769u32, 1589641606u32, 1658034194u32, 889157548u32, 3495357402u32, 4294967295u32, 4294967295u32, 4294967295u32, 2198630849u32, 2043387526u32, 2705325689u32, 2636933101u32, 3405809747u32, 799609893u32]
-- }

-- ==
-- entry: negative
-- input { [3u32, 1u32] [3u32] }
-- output { [0u32, 1u32] }
-- input { [3u32] [3u32, 1u32] }
-- error: E0401.*Assertion is false: \(!negative\)
