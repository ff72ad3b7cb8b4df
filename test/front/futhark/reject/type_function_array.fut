-- Functions cannot be elements.
-- ==
-- error: E1206
def main (x: i32) = [(+ x), (* x)]
