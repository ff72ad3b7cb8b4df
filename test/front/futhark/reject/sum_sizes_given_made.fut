-- So do they beside one that is.
-- ==
-- error: E1301
def main [n] (x: #a ([]i64) | #b) (ys: [n]i64) (b: bool): (#a ([n]i64) | #b) = if b then x else #a ys
