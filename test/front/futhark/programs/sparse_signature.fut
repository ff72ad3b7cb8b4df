-- Sparse matrices in two formats behind one signature with lifted, sized types.
-- ==
-- entry: with_csr
-- input { [[1f64,0f64,2f64],[0f64,0f64,0f64],[3f64,4f64,0f64]] [1f64,2f64,3f64] } output { [7.0f64, 0.0f64, 11.0f64] [[1.0f64, 0.0f64, 2.0f64], [0.0f64, 0.0f64, 0.0f64], [3.0f64, 4.0f64, 0.0f64]] 4i64 }

-- ==
-- entry: with_coo
-- input { [[1f64,0f64,2f64],[0f64,0f64,0f64],[3f64,4f64,0f64]] [1f64,2f64,3f64] } output { [7.0f64, 0.0f64, 11.0f64] [[1.0f64, 0.0f64, 2.0f64], [0.0f64, 0.0f64, 0.0f64], [3.0f64, 4.0f64, 0.0f64]] 4i64 }
-- input { empty([0][2]f64) [1f64,2f64] } output { empty([0]f64) empty([0][2]f64) 0i64 }

module type sparse = {
  type elem
  type~ mat [n][m]
  val sparse [n][m]: [n][m]elem -> mat [n][m]
  val dense [n][m]: mat [n][m] -> [n][m]elem
  val smvm [n][m]: mat [n][m] -> [m]elem -> [n]elem
  val nnz [n][m]: mat [n][m] -> i64
}

module csr (T: numeric): sparse with elem = T.t = {
  type elem = T.t
  type~ mat [n][m] = ?[nnz].{starts: [n]i64, lens: [n]i64, cols: [nnz]i64, vals: [nnz]elem, dummy: [0][m]()}
  def sparse [n][m] (xss: [n][m]elem): mat [n][m] =
    let zero = T.i32 0
    let flat = flatten xss |> zip (flatten (map (\_ -> iota m) xss))
    let kept = filter (\(_, v) -> v T.!= zero) flat
    let (cols, vals) = unzip kept
    let lens = map (\xs -> i64.sum (map (\x -> i64.bool (x T.!= zero)) xs)) xss
    let starts = map2 (-) (scan (+) 0 lens) lens
    in {starts, lens, cols, vals, dummy = []}
  def dense [n][m] (s: mat [n][m]): [n][m]elem =
    map2 (\start len -> loop row = replicate m (T.i32 0) for k < len do row with [s.cols[start + k]] = s.vals[start + k]) s.starts s.lens
  def smvm [n][m] (s: mat [n][m]) (v: [m]elem): [n]elem =
    map2 (\start len -> loop acc = T.i32 0 for k < len do acc T.+ s.vals[start + k] T.* v[s.cols[start + k]]) s.starts s.lens
  def nnz [n][m] (s: mat [n][m]) = length s.vals
}

module coo (T: numeric): sparse with elem = T.t = {
  type elem = T.t
  type~ mat [n][m] = {size: ([n](), [m]()), entries: [](i64, i64, elem)}
  def sparse [n][m] (xss: [n][m]elem): mat [n][m] =
    {size = (replicate n (), replicate m ()),
     entries = flatten (map2 (\i xs -> map2 (\j x -> (i, j, x)) (iota m) xs) (iota n) xss)
               |> filter (\(_, _, x) -> x T.!= T.i32 0)}
  def dense [n][m] (s: mat [n][m]): [n][m]elem =
    let (is, js, xs) = unzip3 s.entries
    in scatter_2d (replicate n (replicate m (T.i32 0))) (zip is js) xs
  def smvm [n][m] (s: mat [n][m]) (v: [m]elem): [n]elem =
    let (is, js, xs) = unzip3 s.entries
    in reduce_by_index (replicate n (T.i32 0)) (T.+) (T.i32 0) is (map2 (\j x -> x T.* v[j]) js xs)
  def nnz [n][m] (s: mat [n][m]) = length s.entries
}

module test_sparse (S: sparse with elem = f64) = {
  def run [n][m] (xss: [n][m]f64) (v: [m]f64) =
    let s = S.sparse xss
    in (S.smvm s v, S.dense s, S.nnz s)
}
module a = test_sparse (csr f64)
module b = test_sparse (coo f64)
entry with_csr [n][m] (xss: [n][m]f64) (v: [m]f64) = a.run xss v
entry with_coo [n][m] (xss: [n][m]f64) (v: [m]f64) = b.run xss v
