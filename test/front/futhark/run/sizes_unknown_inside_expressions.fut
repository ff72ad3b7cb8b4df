-- A size that was unknown when it was made keeps its meaning inside of size expressions.
-- ==
-- entry: let_bound_size
-- input { [4i64, 1, 2] } output { [2i64, 1i64] }
-- ==
-- entry: local_function_size
-- input { [4i64, 1, 2] } output { [2i64, 1i64] }
-- ==
-- entry: branch_size
-- input { [4i64, 1, 2] } output { [1i64, 2i64, 1i64] }
-- ==
-- entry: appended_size
-- input { [4i64, 1, 2] } output { [1i64, 2i64, 1i64, 3i64] }
-- ==
-- entry: nested_size
-- input { [4i64, 1, 2] } output { [1i64, 2i64, 1i64, 3i64] }
-- ==
-- entry: match_size
-- input { [4i64, 1, 2] } output { [2i64, 1i64] }
-- ==
-- entry: lambda_size
-- input { [4i64, 1, 2] } output { [2i64, 1i64] }
-- ==
-- entry: branches_size
-- input { [4i64, 1, 2] } output { [2i64, 1i64] }
-- ==
-- entry: pipe_size
-- input { [4i64, 1, 2] } output { [3i64, 1i64] }
-- ==
-- entry: asserted_size
-- input { [4i64, 1, 2] } output { [2i64, 1i64] }
-- ==
-- entry: applied_size
-- input { [4i64, 1, 2] } output { [2i64, 1i64] }
-- ==
-- entry: tuple_size
-- input { [4i64, 1, 2] } output { [5i64, 4i64] }
-- ==
-- entry: parameter_size
-- input { [4i64, 1, 2] } output { [1i64, 2i64, 1i64] }
def dropone [n] (xs: [n+1]i64): [n]i64 = xs[1:] :> [n]i64
def ext [n] (xs: [n]i64): [n+1]i64 = xs ++ [1]
entry let_bound_size (xs: []i64): []i64 = dropone (let ys = filter (> 1) xs in ext ys)
entry local_function_size (xs: []i64): []i64 = dropone (let f [m] (ys: [m]i64): [m+1]i64 = ext ys in f (filter (> 1) xs))
entry branch_size (xs: []i64): []i64 = dropone (let z = 3 in ext (if xs[0] > 0 then xs else iota z))
entry appended_size (xs: []i64): []i64 = dropone ((let f [m] (ys: [m]i64) = ext ys in f (if xs[0] > 0 then xs else iota 3)) ++ [3])
entry nested_size (xs: []i64): []i64 = dropone ((let f [m] (ys: [m]i64) = (let f3 [k] (a: [k]i64) = ext ys in f3 (filter (> 0) (iota 3))) in f (if xs[0] > 0 then xs else iota 3)) ++ [3])
entry match_size (xs: []i64): []i64 = dropone (match filter (> 1) xs case ys -> ext ys)
entry lambda_size (xs: []i64): []i64 = dropone ((\ys -> ext ys) (filter (> 1) xs))
entry branches_size (xs: []i64): []i64 = let ys = filter (> 1) xs in dropone (if ys[0] > 0 then ext ys else ext (map (+1) ys))
entry pipe_size (xs: []i64): []i64 = dropone (filter (> 1) xs |> map (+1) |> ext)
entry asserted_size (xs: []i64): []i64 = dropone (assert (length xs > 0) (let ys = filter (> 1) xs in #[unsafe] ext ys))
entry applied_size (xs: []i64): []i64 = let ys = filter (> 1) xs in dropone <| ext <| ys
entry tuple_size (xs: []i64): []i64 = let (a, b) = (let ys = filter (> 1) xs in (ext ys, 3i64)) in dropone (map (+b) a)
entry parameter_size (xs: []i64): []i64 = let f (g: (n: i64) -> [n+1]i64) = dropone (g 3) in f (\n -> ext (iota n))
