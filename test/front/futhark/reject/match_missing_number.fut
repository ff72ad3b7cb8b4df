-- Numbers are never covered by literals.
-- ==
-- error: E1501
def main (x: i32) = match x case 0 -> 1 case 1 -> 2
