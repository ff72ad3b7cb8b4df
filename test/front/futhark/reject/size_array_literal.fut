-- Rows of different lengths.
-- ==
-- error: E1301
def main = [[1, 2], [3]]
