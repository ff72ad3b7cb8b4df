-- A pipe into a function of another type.
-- ==
-- error: E12
def main (x: i32) = x |> f32.sqrt
