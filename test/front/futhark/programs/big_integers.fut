-- Addition of long numbers: the carries are a scan over generate, propagate and kill.
-- ==
-- input { [9u8, 9u8, 9u8, 4u8] [1u8, 0u8, 0u8, 5u8] } output { [0u8, 0u8, 0u8, 0u8, 1u8] }
-- input { [9u8, 9u8, 9u8] [9u8, 9u8, 9u8] } output { [8u8, 9u8, 9u8, 1u8] }

-- ==
-- entry: add_words
-- input { [4294967295u32, 4294967295u32, 0u32] [1u32, 0u32, 7u32] }
-- output { [0u32, 0u32, 8u32, 0u32] }

-- ==
-- entry: times
-- input { [9u8, 9u8] 99u32 } output { [1u8, 0u8, 8u8, 9u8] }

type carry = #generate | #propagate | #kill

def combine (a: carry) (b: carry) : carry =
  match b
  case #propagate -> a
  case _ -> b

-- The carries into each digit, and out of the last.
def carries [n] (cs: [n]carry) : [n + 1]bool =
  let out = scan combine #propagate cs |> map (== #generate)
  in [false] ++ out :> [n + 1]bool

entry main [n] (as: [n]u8) (bs: [n]u8) : [n + 1]u8 =
  let classify a b : carry =
    let s = a + b
    in if s > 9 then #generate else if s == 9 then #propagate else #kill
  let cs = map u8.bool (carries (map2 classify as bs))
  let sums = map2 (+) as bs ++ [0]
  in map2 (\s c -> (s + c) % 10) sums cs

entry add_words [n] (as: [n]u32) (bs: [n]u32) : [n + 1]u32 =
  let classify (a: u32) (b: u32) : carry =
    let s = a + b
    in if s < a then #generate else if s == u32.highest then #propagate else #kill
  let cs = carries (map2 classify as bs)
  in map2 (\s c -> s + u32.bool c) (map2 (+) as bs ++ [0]) cs

-- A long number times a small one, digit by digit.
entry times [n] (as: [n]u8) (k: u32) : [n + 2]u8 =
  let (out, _) =
    loop (out, carry) = (replicate (n + 2) 0u8, 0u32) for i < n + 2 do
      let digit = if i < n then u32.u8 as[i] else 0
      let x = digit * k + carry
      in (out with [i] = u8.u32 (x % 10), x / 10)
  in out
