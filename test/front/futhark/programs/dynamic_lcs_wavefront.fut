-- The longest common subsequence, one antidiagonal after the other.
-- ==
-- entry: main
-- input { [65u8, 67u8, 67u8, 71u8, 71u8, 84u8, 67u8, 71u8, 65u8, 71u8, 84u8, 71u8, 67u8, 71u8, 67u8, 71u8, 71u8, 65u8, 65u8, 71u8] [71u8, 84u8, 67u8, 71u8, 84u8, 84u8, 67u8, 71u8, 71u8, 65u8, 65u8, 84u8, 71u8, 67u8, 67u8, 71u8, 84u8, 84u8] }
-- output { 11i32 }

-- ==
-- entry: words
-- input {  }
-- output { [4i32, 0i32, 3i32] }

def lcs [n][m] (xs: [n]u8) (ys: [m]u8): i32 =
  let width = n + 1
  let blank = replicate width 0i32
  let (_, last) =
    loop (before, previous) = (blank, blank) for d in 2...n + m do
      let cell i =
        let j = d - i
        in if i < 1 || j < 1 || j > m then 0
           else if xs[i - 1] == ys[j - 1] then before[i - 1] + 1
           else i32.max previous[i - 1] previous[i]
      in (previous, tabulate width cell)
  in last[n]

entry main (xs: []u8) (ys: []u8): i32 = lcs xs ys
entry words: [3]i32 = [lcs "kitten" "sitting", lcs "" "abc" , lcs "flaw" "lawn"]
