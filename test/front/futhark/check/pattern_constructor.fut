-- A pattern with an unknown constructor.
def f (x: #a i32 | #b) = match x case #a _ -> 1 case #c -> 2
