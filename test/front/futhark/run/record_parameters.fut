-- Record patterns in parameters, nested and with types.
-- ==
-- entry: main
-- input { 2 3 } output { 11 }
def f ({x, y = {z}}: {x: i32, y: {z: i32}}) (k: i32) = x * 4 + z * k
def main (a: i32) (b: i32): i32 = f {x = a, y = {z = b}} 1
