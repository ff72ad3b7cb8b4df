-- Arms of different types.
-- ==
-- error: E1201
def main (x: i32) = match x case 0 -> 1i32 case _ -> true
