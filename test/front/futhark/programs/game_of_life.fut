-- Life on a torus: rotations of the whole board, and the rule as a match.
-- ==
-- input { 0i32 [[false, true, false, false, false], [false, false, true, false, false], [true, true, true, false, false], [false, false, false, false, false], [false, false, false, false, false]] }
-- output { [[false, true, false, false, false], [false, false, true, false, false], [true, true, true, false, false], [false, false, false, false, false], [false, false, false, false, false]] }
-- input { 3i32 [[false, true, false, false, false], [false, false, true, false, false], [true, true, true, false, false], [false, false, false, false, false], [false, false, false, false, false]] }
-- output { [[false, false, false, false, false], [false, true, false, false, false], [false, false, true, true, false], [false, true, true, false, false], [false, false, false, false, false]] }

def all_neighbours [n][m] (world: [n][m]i32) : [n][m]i32 =
  let north = rotate (-1) world
  let south = rotate 1 world
  let east = map (rotate 1) world
  let west = map (rotate (-1)) world
  let north_west = map (rotate (-1)) north
  let north_east = map (rotate 1) north
  let south_west = map (rotate (-1)) south
  let south_east = map (rotate 1) south
  let sum3 a b c = map3 (map3 (\x y z -> x + y + z)) a b c
  in map3 (map3 (\x y z -> x + y + z))
          (sum3 north south east)
          (sum3 west north_west north_east)
          (map2 (map2 (+)) south_west south_east)

def rule (alive: i32) (neighbours: i32) : i32 =
  match (alive, neighbours)
  case (1, 2) -> 1
  case (_, 3) -> 1
  case _ -> 0

def iteration [n][m] (world: [n][m]i32) : [n][m]i32 =
  map2 (map2 rule) world (all_neighbours world)

entry main [n][m] (steps: i32) (board: [n][m]bool) : [n][m]bool =
  let world = map (map i32.bool) board
  let world = iterate steps iteration world
  in map (map bool.i32) world
