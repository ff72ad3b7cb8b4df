-- A type that contains itself.
-- ==
-- error: E1207
def main = \f -> f f
