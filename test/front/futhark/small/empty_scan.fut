-- Empty scan.
-- ==
-- input { empty([0]i32) } output { empty([0]i32) }

entry main (a: []i32) = scan (+) 0 a
