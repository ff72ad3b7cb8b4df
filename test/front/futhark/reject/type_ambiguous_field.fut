-- The type of a record is not known where a field is taken.
-- ==
-- error: E12
def main = \r -> r.a
