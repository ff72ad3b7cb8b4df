-- An ordinary comment.
def a = 1 -- at the end
--def b = 2
  -- indented
def c = a --no blank
  + 1
-- | Documented.
-- Over two lines.
def d = 1

-- | Documented, but with a gap.

entry e = 2
-- at the end