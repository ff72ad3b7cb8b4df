-- What the import tests share.
local def four = 4i32
def add_four (x: i32) = x + four
module boxes: { type t val box: i32 -> t val unbox: t -> i32 } = { type t = i32 def box (x: i32) = x def unbox (x: t) = x }
open boxes
