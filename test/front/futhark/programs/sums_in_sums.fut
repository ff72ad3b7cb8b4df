-- Constructors inside of constructors.
-- ==
-- input { 3i32 } output { [3i32, -3i32, 4i32, 6i32] }
type e = #num i32 | #neg i32 | #bin (#add | #mul) i32 i32
def eval (x: e): i32 = match x
  case #num n -> n
  case #neg n -> -n
  case #bin #add a b -> a + b
  case #bin #mul a b -> a * b
entry main (q: i32) = map eval [#num q, #neg q, #bin #add q 1, #bin #mul q 2]
