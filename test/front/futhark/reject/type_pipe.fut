-- A pipe into a function of another type.
-- ==
-- error: E1201
def main (x: i32) = x |> f32.sqrt
