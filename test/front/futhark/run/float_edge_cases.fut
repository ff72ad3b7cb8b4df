-- Conversions of floats that do not fit, and comparisons with nan.
-- ==
-- entry: main
-- input { } output { 0 false false true f64.inf -f64.inf true }
def main: (i32, bool, bool, bool, f64, f64, bool) =
  ( i32.f64 f64.nan, f64.nan < 1, f64.nan >= 1, f64.nan != f64.nan, f64.maximum [1, f64.inf], f64.minimum [-f64.inf, 0]
  , f64.isnan (f64.sqrt (-1)) )
