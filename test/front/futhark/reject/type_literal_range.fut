-- A literal that does not fit its type.
-- ==
-- error: E1213
def main (x: u8) = x + 256
