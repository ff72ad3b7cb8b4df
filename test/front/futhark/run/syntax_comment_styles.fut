-- Comments at odd places.
--
-- ==
-- entry: main
-- input { 1 } output { 2 }

-- a comment before a declaration
-- | and a documentation comment
--
-- with several paragraphs
def main (x: i32) --> not an arrow
  = x + 1 --no blank
  --
-- | trailing documentation
