-- A type that contains itself.
-- ==
-- error: E12
def main = \f -> f f
