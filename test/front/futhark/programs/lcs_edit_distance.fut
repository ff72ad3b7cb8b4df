-- Longest common subsequence and edit distance, row by row with in-place updates.
-- ==
-- input { [65u8, 66u8, 67u8, 66u8, 68u8, 65u8, 66u8] [66u8, 68u8, 67u8, 65u8, 66u8, 65u8] }
-- output { 4i32 5i32 }
-- input { [107u8, 105u8, 116u8, 116u8, 101u8, 110u8] [115u8, 105u8, 116u8, 116u8, 105u8, 110u8, 103u8] }
-- output { 4i32 3i32 }
-- input { empty([0]u8) [97u8, 98u8, 99u8] } output { 0i32 3i32 }

-- ==
-- entry: literal
-- input { } output { 2i32 }

def lcs [n][m] (a: [n]u8) (b: [m]u8) : i32 =
  let row =
    loop row = replicate (m + 1) 0i32 for c in a do
      loop next = replicate (m + 1) 0i32 for j < m do
        let v = if c == b[j] then row[j] + 1 else i32.max row[j + 1] next[j]
        in next with [j + 1] = v
  in last row

def edit_distance [n][m] (a: [n]u8) (b: [m]u8) : i32 =
  let first = map i32.i64 (iota (m + 1))
  let final =
    loop previous = first for i < n do
      let current = replicate (m + 1) 0
      let current[0] = i32.i64 i + 1
      in loop current for j < m do
           let substitution = previous[j] + i32.bool (a[i] != b[j])
           let deletion = previous[j + 1] + 1
           let insertion = current[j] + 1
           let current[j + 1] = i32.minimum [substitution, deletion, insertion]
           in current
  in final[m]

entry main (a: []u8) (b: []u8) : (i32, i32) = (lcs a b, edit_distance a b)

entry literal = edit_distance "flaw" "lawn"
