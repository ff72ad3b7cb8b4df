-- Runtime bool conv.
-- ==
-- input { true } output { 1 1.0 true }

entry main (b: bool) = (i32.bool b, f64.bool b, bool.i32 5)
