-- A number pattern that does not fit the type.
def f (x: u8) = match x case 256 -> 1i32 case _ -> 2
