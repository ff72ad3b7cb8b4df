-- Poly either.
-- ==
-- input { 3 } output { 3 1 }

type either 'a 'b = #left a | #right b
def swap 'a 'b (e: either a b) : either b a = match e case #left x -> #right x case #right x -> #left x
def code (e: either bool i32) : i32 = match e case #left b -> i32.bool b case #right x -> x
entry main (x: i32) = (code (swap (#left x : either i32 bool)), code (#left true))
