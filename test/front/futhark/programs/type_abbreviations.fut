-- Abbreviations with size and type parameters, dynamic ones, and lifted ones.
-- ==
-- input { [[1.0f32, 2.0f32], [3.0f32, 4.0f32]] }
-- output { [[1.0f32, 3.0f32], [2.0f32, 4.0f32]] 10.0f32 }

-- ==
-- entry: dynamic
-- input { 4i64 } output { [0i64, 2i64] 2i64 }

-- ==
-- entry: functions_in_records
-- input { 5i32 } output { 10i32 6i32 }

-- ==
-- entry: nested
-- input { [1i32, 2i32] } output { [2i32, 1i32] 2i64 }

type matrix [n][m] 't = [n][m]t
type square [n] = matrix [n][n] f32
type~ dynamic = ?[n].[n]i64
type labelled 'a = {label: i64, value: a}

def flip_matrix [n] (a: square [n]) : square [n] = transpose a
def total [n][m] (a: matrix [n][m] f32) : f32 = f32.sum (map f32.sum a)

entry main [n] (a: square [n]) : (square [n], f32) = (flip_matrix a, total a)

def evens (n: i64) : dynamic = filter (\i -> i % 2 == 0) (iota n)
entry dynamic (n: i64) : ([]i64, i64) = let es = evens n in (es, length es)

type^ operations = {double: i32 -> i32, next: i32 -> i32}
def ops : operations = {double = \x -> x * 2, next = (+ 1)}
entry functions_in_records (x: i32) : (i32, i32) = (ops.double x, ops.next x)

entry nested [n] (xs: [n]i32) : ([n]i32, i64) =
  let l : labelled ([n]i32) = {label = n, value = reverse xs}
  in (l.value, l.label)
