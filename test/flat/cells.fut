-- Small arrays of constant size are combined by their elements: one kernel, and not a step for each of them.
-- ==
-- structure cuda { kernel:scan 2, kernel:reduce 1, not kernel:single, not kernel:block }

def product [k] (a: [k][k]i32) (b: [k][k]i32) : [k][k]i32 =
  map (\row -> map (\j -> i32.sum (map2 (\x i -> x * b[i, j]) row (iota k))) (iota k)) a

-- ==
-- entry: matrices
-- input { [1, 0, 2] } output { [[[1, 1], [1, 0]], [[1, 1], [0, 1]], [[3, 1], [1, 0]]] }
-- input { empty([0]i32) } output { empty([0][2][2]i32) }
entry matrices [n] (xs: [n]i32) : [n][2][2]i32 =
  scan product [[1, 0], [0, 1]] (map (\x -> [[x, 1], [1, 0]]) xs)

-- Of arrays that are arguments, beside sums of scalars.
-- ==
-- entry: given
-- input { [[[1, 2], [3, 4]], [[0, 1], [1, 0]], [[2, 2], [0, 1]]] } output { [[4, 5], [8, 11]] 17 [[1, 0, 2], [5, 2, 2]] }
-- input { empty([0][2][2]i32) } output { [[1, 0], [0, 1]] 0 [[0, 0, 0], [0, 0, 0]] }
entry given [n] (xs: [n][2][2]i32) =
  let all = reduce product [[1, 0], [0, 1]] xs
  let sum = i32.sum (map (\x -> i32.sum (flatten x)) xs)
  in (all, sum, if n == 0 then replicate 2 (replicate 3 0) else [map (\x -> x[0, 0]) xs :> [n]i32, map (\x -> x[0, 1] + x[1, 0]) xs] :> [2][3]i32)

-- A number and an array, updated in place, loops over few rounds, and branches.
-- ==
-- entry: mixed
-- input { [3, 1, 2, 9] } output { [3, 4, 6, 15] [[3, -1, -1], [3, 1, -1], [3, 2, 1], [9, 3, 2]] }
entry mixed [n] (xs: [n]i32) : ([n]i32, [n][3]i32) =
  let insert (best: [3]i32) (x: i32) : [3]i32 =
    let (best, _) = loop (best, x) = (copy best, x) for i < 3 do
      if x > best[i] then let old = best[i] in (best with [i] = x, old) else (best, x)
    in best
  let join (m: i32, a: [3]i32) (k: i32, b: [3]i32) = (m + k, loop a for i < 3 do insert a b[i])
  in unzip (scan join (0, [-1, -1, -1]) (map (\x -> (x, [x, -1, -1])) xs))

-- Rotations of each row.
-- ==
-- entry: turned
-- input { [[[0f32, 1f32, 0f32, 0f32], [0f32, 0f32, 1f32, 0f32]], [[2f32, 0f32, 0f32, 0f32], [1f32, 1f32, 0f32, 0f32]]] }
-- output { [[[0f32, 1f32, 0f32, 0f32], [0f32, 0f32, 0f32, 1f32]], [[2f32, 0f32, 0f32, 0f32], [2f32, 2f32, 0f32, 0f32]]] [[0f32, 0f32, 0f32, 1f32], [2f32, 2f32, 0f32, 0f32]] }
-- input { empty([1][0][4]f32) } output { empty([1][0][4]f32) [[1f32, 0f32, 0f32, 0f32]] }
entry turned [n] [m] (xs: [n][m][4]f32) : ([n][m][4]f32, [n][4]f32) =
  let turn (a: [4]f32) (b: [4]f32) : [4]f32 =
    [a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3], a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
     a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1], a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]]
  in unzip (map (\row -> (scan turn [1, 0, 0, 0] row, reduce turn [1, 0, 0, 0] row)) xs)
