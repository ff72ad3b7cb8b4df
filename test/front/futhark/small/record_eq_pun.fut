-- Record eq pun.
-- ==
-- input { 1 2 } output { true }

entry main (x: i32) (y: i32) = let r = {x, y} in r == {y, x}
