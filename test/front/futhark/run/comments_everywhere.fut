-- Comments between all tokens.
-- ==
-- entry: main
-- input { 1 } output { 3 }
def main -- the entry point
  (x: i32) -- its parameter
  : i32 = -- and its body
  x -- one
  + -- plus
  2
-- the end
