-- What a loop inside a loop makes in each round is at one place in fast memory. The round after it must not find its
-- own input there, by whatever name it comes: such points are not shared by a block of threads.
-- ==
-- entry: stages
-- input { 2i32 [1f32, 2f32, 3f32, 4f32] } output { [2270.125f32, 2573.375f32, 2242.5f32, 2173.875f32] }
-- input { 0i32 [1f32, 2f32] } output { [1f32, 2f32] }
-- input { 3i32 empty([0]f32) } output { empty([0]f32) }
entry stages [n] (rounds: i32) (xs: [n]f32) : [n]f32 =
  loop old = copy xs for _i < rounds do
    loop new = old for _stage < 3i32 do
      map2 (\i x -> x + x * 0.5 * new[(i + 1) % n]) (iota n) old

-- ==
-- entry: rows
-- input { 2i32 [[1f32, 2f32, 3f32, 4f32], [4f32, 3f32, 2f32, 1f32]] }
-- output { [[2270.125f32, 2573.375f32, 2242.5f32, 2173.875f32], [2313.25f32, 2037.0f32, 2181.5f32, 2338.875f32]] }
entry rows [n] [m] (rounds: i32) (xss: [m][n]f32) : [m][n]f32 =
  map (\xs ->
    loop old = copy xs for _i < rounds do
      loop new = old for _stage < 3i32 do
        map2 (\i x -> x + x * 0.5 * new[(i + 1) % n]) (iota n) old) xss

-- An arm of a branch may hand on what it has made, too.
-- ==
-- entry: arms
-- input { 3i32 [1f32, 2f32, 3f32, 4f32] } output { [7f32, 7f32, 3f32, 3f32] }
-- input { 4i32 [1f32, 2f32, 3f32, 4f32] } output { [7f32, 3f32, 3f32, 7f32] }
entry arms [n] (rounds: i32) (xs: [n]f32) : [n]f32 =
  loop old = copy xs for i < rounds do
    if i % 3 == 1
    then map (\j -> old[n - 1 - j] + old[j]) (iota n)
    else map (\j -> old[(j + 1) % n]) (iota n)
