-- Rows of different lengths.
-- ==
-- error: E13
def main = [[1, 2], [3]]
