-- Values that are not made by a constructor where they are written keep their sizes.
-- ==
-- error: E1301
def main [n] (x: #a ([]i64) | #b) (y: #a ([n]i64) | #b) (b: bool): (#a ([n]i64) | #b) = if b then x else y
