-- Functions that do not fit together.
-- ==
-- error: E1201
def main (x: i32) = ((+ 1) >-> f32.sqrt) x
