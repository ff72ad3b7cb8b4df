def bint (b: bool): i64 = if b then 1 else 0

def neighbours [h][w] (board: [h][w]bool) (i: i64) (j: i64): i64 =
  let up = (i - 1) % h
  let down = (i + 1) % h
  let left = (j - 1) % w
  let right = (j + 1) % w
  in bint board[up, left] + bint board[up, j] + bint board[up, right]
     + bint board[i, left] + bint board[i, right]
     + bint board[down, left] + bint board[down, j] + bint board[down, right]

def step [h][w] (board: [h][w]bool): [h][w]bool =
  tabulate_2d h w (\i j ->
    let n = neighbours board i j
    in n == 3 || (board[i, j] && n == 2))

entry main [h][w] (board: [h][w]bool) (steps: i64) =
  loop board for _i < steps do step board
