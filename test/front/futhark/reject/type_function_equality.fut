-- Functions cannot be compared.
-- ==
-- error: E1206
def main (x: i32) = (\y -> y + x) == (\y -> y + 1)
