-- Size in closure.
-- ==
-- input { [1,2,3] } output { [3i64,3i64] }

entry main [n] (_: [n]i32) = let f () = n in map (\_ -> f ()) [1,2]
