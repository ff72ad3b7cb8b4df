-- A character that its type cannot hold.
-- ==
-- error: E1213
def main (c: u8) = c == 'λ'
