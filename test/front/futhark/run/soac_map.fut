-- map with a lambda, a section, a named function and a partial application.
-- ==
-- entry: lambda section named partial
-- input { [1, 2, 3] } output { [11, 12, 13] }
-- input { empty([0]i32) } output { empty([0]i32) }
-- input { [2147483647] } output { [-2147483639] }
entry lambda (xs: []i32) = map (\x -> x + 10) xs
entry section (xs: []i32) = map (+ 10) xs
def add_ten (x: i32) = x + 10
entry named (xs: []i32) = map add_ten xs
def add (x: i32) (y: i32) = x + y
entry partial (xs: []i32) = map (add 10) xs
