-- Values without content: units, and arrays of them; constructors without payload.
-- ==
-- entry: a4
-- input { 3i64 } output { 3i64 }
-- ==
-- entry: a6
-- input { [true,false] } output { false }
-- ==
-- entry: a7
-- input {  } output { [1i32, 1i32] }
-- ==
-- entry: a9
-- input { 1 } output { 1i32 }
-- ==
-- entry: a10
-- input { 2i64 } output { 3i32 }
-- ==
-- entry: a12
-- input {  } output { empty([1][0]i32) }
-- ==
-- entry: a14
-- input { 5i64 } output { 3i64 }
-- ==
-- entry: a15
-- input { 4i64 } output { 4i64 }
-- ==
-- entry: a16
-- input { 0i8 } output { 1i32 }
-- ==
-- entry: a17
-- input {  } output { 1i8 }
-- ==
-- entry: a18
-- input { 2i8 } output { 3i32 }
-- ==
-- entry: a19
-- input { empty([0]i32) } output { 0i32 }
-- ==
-- entry: a20
-- input {  } output { 1i32 2i32 }

-- odd corners
entry a4 (n: i64) = length (map (\_ -> ()) (iota n))
entry a6 (xs: []bool) = reduce (&&) true xs
entry a7 = map (\() -> 1i32) (replicate 2 ())
entry a9 (x: i32) = let () = () in x
entry a10 (n: i64) = (loop () for i < n do (), 3i32)
entry a12 = [[]] : [1][0]i32
entry a14 (n: i64) = filter (\(_, b) -> b) (zip (replicate n ()) (map (\i -> i % 2 == 0) (iota n))) |> length
entry a15 (n: i64) = scan (\_ y -> y) () (replicate n ()) |> length
entry a16 (x: #foo) = match x case #foo -> 1i32
entry a17 : #a | #b | #c = #b
entry a18 (x: #a | #b | #c) : i32 = match x case #a -> 1 case #b -> 2 case #c -> 3
entry a19 (xs: [0]i32) = i32.sum xs
entry a20 = (1i32, (), 2i32)
