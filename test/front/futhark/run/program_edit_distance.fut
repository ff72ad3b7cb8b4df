-- The edit distance with a wavefront over anti-diagonals.
-- ==
-- entry: main
-- input { [107u8, 105u8, 116u8] [115u8, 105u8, 116u8, 116u8] } output { 2 }
-- input { empty([0]u8) [1u8, 2u8] } output { 2 }
def main [n] [m] (a: [n]u8) (b: [m]u8): i32 =
  let start = tabulate_2d (n + 1) (m + 1) (\i j -> if i == 0 then i32.i64 j else if j == 0 then i32.i64 i else 0)
  let table =
    loop t = start for d in 2...(n + m) do
      let is = filter (\i -> i >= 1 && i <= n && d - i >= 1 && d - i <= m) (iota (d + 1))
      let values =
        map (\i ->
               let j = d - i
               let cost = i32.bool (a[i - 1] != b[j - 1])
               in i32.min (t[i - 1, j - 1] + cost) (i32.min (t[i - 1, j] + 1) (t[i, j - 1] + 1)))
            is
      in scatter_2d t (map (\i -> (i, d - i)) is) values
  in table[n, m]
