-- reduce_comm with max and a neutral element of the module.
-- ==
-- entry: main
-- input { [3, -7, 5] } output { 5 }
-- input { empty([0]i32) } output { -2147483648 }
def main (xs: []i32) = reduce_comm i32.max i32.lowest xs
