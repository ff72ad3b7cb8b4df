-- Base64 of bytes.
-- ==
-- entry: main
-- input { empty([0]u8) }
-- output { empty([0]u8) }
-- input { [77u8] }
-- output { [84u8, 81u8, 61u8, 61u8] }
-- input { [77u8, 97u8] }
-- output { [84u8, 87u8, 69u8, 61u8] }
-- input { [77u8, 97u8, 110u8] }
-- output { [84u8, 87u8, 70u8, 117u8] }
-- input { [104u8, 101u8, 108u8, 108u8, 111u8, 44u8, 32u8, 119u8, 111u8, 114u8, 108u8, 100u8] }
-- output { [97u8, 71u8, 86u8, 115u8, 98u8, 71u8, 56u8, 115u8, 73u8, 72u8, 100u8, 118u8, 99u8, 109u8, 120u8, 107u8] }

def alphabet: [64]u8 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/" :> [64]u8

def group (a: u8) (b: u8) (c: u8): [4]u8 =
  let n = (u32.u8 a << 16) | (u32.u8 b << 8) | u32.u8 c
  in map (\k -> alphabet[i64.u32 ((n >> (18 - 6 * k)) & 63)]) [0, 1, 2, 3]

entry main [n] (bytes: [n]u8): []u8 =
  let groups = (n + 2) / 3
  let at i = if i < n then bytes[i] else 0
  let raw = tabulate groups (\g -> group (at (3 * g)) (at (3 * g + 1)) (at (3 * g + 2))) |> flatten
  let padding = (3 - n % 3) % 3
  in map2 (\i c -> if i >= groups * 4 - padding then '=' else c) (iota (groups * 4)) raw
