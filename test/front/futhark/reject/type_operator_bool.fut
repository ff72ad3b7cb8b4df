-- Arithmetic on bool.
-- ==
-- error: E12
def main (b: bool) = b + b
