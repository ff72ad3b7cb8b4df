-- Linear algebra over any field, as a parametric module of another file; a decomposition is opaque and of unknown size.
-- ==
-- entry: residual
-- random input { [20][20]f64 [20]f64 } output { true }
-- entry: det3
-- input { [[2.0,-1.0,0.0],[1.0,3.0,2.0],[0.0,5.0,-4.0]] } output { -48.0 }
-- input { [[0.0,1.0],[1.0,0.0]] } output { -1.0 }
-- entry: inverse
-- input { [[4.0,7.0],[2.0,6.0]] } output { [[0.6,-0.7],[-0.2,0.4]] }
-- entry: kron
-- input { [[1f32,2f32]] [[1f32],[3f32]] } output { [[1f32,2f32],[3f32,6f32]] }
import "library/fields"
module la = mk_linalg f64
module la32 = mk_linalg f32
entry residual [n] (a: [n][n]f64) (b: [n]f64) =
  let a = map2 (\i r -> copy r with [i] = r[i] + 10) (iota n) a
  let x = la.solve (la.decompose a) b
  in map2 (-) (la.matvecmul_row a x) b |> all (\e -> f64.abs e < 1e-9)
entry det3 [n] (a: [n][n]f64) = la.det a
entry inverse [n] (a: [n][n]f64) = la.inv a
entry kron [a][b][c][d] (x: [a][b]f32) (y: [c][d]f32) = la32.kronecker x y
