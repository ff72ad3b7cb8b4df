-- Functions that do not fit together.
-- ==
-- error: E12
def main (x: i32) = ((+ 1) >-> f32.sqrt) x
