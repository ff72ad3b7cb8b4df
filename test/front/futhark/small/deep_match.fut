-- Deep match.
-- ==
-- input { 3 4 } output { 12 }

type e = #num i32 | #add i32 i32 | #mul i32 i32 | #neg i32
def eval (x: e) : i32 = match x case #num n -> n case #add a b -> a + b case #mul a b -> a * b case #neg n -> -n
entry main (a: i32) (b: i32) = eval (#mul a b)
