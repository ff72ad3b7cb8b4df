-- Linear algebra over fields as parametric modules: numbers modulo a prime, fractions, floats. Determinants,
-- inverses, powers, linear recurrences; a number-theoretic transform and products of polynomials.

module type field = {
  type t
  val zero : t
  val one : t
  val + : t -> t -> t
  val - : t -> t -> t
  val * : t -> t -> t
  val recip : t -> t
  val is_zero : t -> bool
  val from : i64 -> t
}

module type prime = { val p: u64 }

module modular (P: prime): (field with t = u64) = {
  type t = u64
  def zero = 0u64
  def one = 1u64
  def x + y = (x u64.+ y) u64.% P.p
  def x - y = (x u64.+ P.p u64.- y) u64.% P.p
  def x * y = (x u64.* y) u64.% P.p
  def power (x: t) (k: u64): t =
    (loop (r, b, k) = (one, x, k) while k u64.> 0 do
       (if k u64.& 1 u64.== 1 then r * b else r, b * b, k u64.>> 1)).0
  def recip x = power x (P.p u64.- 2)
  def is_zero x = x u64.== 0
  def from (i: i64) = u64.i64 (i i64.%% i64.u64 P.p i64.+ (if i i64.< 0 && i i64.%% i64.u64 P.p i64.!= 0 then i64.u64 P.p else 0)) u64.% P.p
}

module fraction: (field with t = (i64, i64)) = {
  type t = (i64, i64)
  def gcd (a: i64) (b: i64): i64 = (loop (a, b) = (i64.abs a, i64.abs b) while b != 0 do (b, a % b)).0
  def make (n: i64) (d: i64): t =
    let g = gcd n d
    let s = if d < 0 then -1 else 1
    in if g == 0 then (0, 1) else (s i64.* n / g, s i64.* d / g)
  def zero: t = (0, 1)
  def one: t = (1, 1)
  def (a, b) + (c, d): t = make (a i64.* d i64.+ c i64.* b) (b i64.* d)
  def ((a, b): t) - ((c, d): t): t = make (a i64.* d i64.- c i64.* b) (b i64.* d)
  def ((a, b): t) * ((c, d): t): t = make (a i64.* c) (b i64.* d)
  def recip ((a, b): t): t = make b a
  def is_zero (x: t) = x.0 == 0
  def from (i: i64): t = (i, 1)
}

module floats: field with t = f64 = {
  type t = f64
  def zero = 0f64
  def one = 1f64
  def (+) = (f64.+)
  def (-) = (f64.-)
  def (*) = (f64.*)
  def recip (x: f64) = 1 / x
  def is_zero (x: f64) = f64.abs x < 1e-12
  def from = f64.i64
}

module matrices (F: field) = {
  def dot [n] (xs: [n]F.t) (ys: [n]F.t): F.t = reduce (F.+) F.zero (map2 (F.*) xs ys)
  def product [n][m][p] (a: [n][m]F.t) (b: [m][p]F.t): *[n][p]F.t = map (\r -> map (dot r) (transpose b)) a
  def identity (n: i64): [n][n]F.t = tabulate_2d n n (\i j -> if i == j then F.one else F.zero)
  def power [n] (a: [n][n]F.t) (k: i64): [n][n]F.t =
    (loop (r, b, k) = (identity n, a, k) while k > 0 do
       (if k % 2 == 1 then product r b else r, product b b, k / 2)).0

  -- Elimination with rows exchanged where the pivot is zero.
  def eliminate [n][m] (a: [n][m]F.t): (F.t, [n][m]F.t) =
    loop (det, a) = (F.one, a) for i < n do
      let pivot =
        reduce_comm i64.min i64.highest
                    (map (\j -> if j >= i && !(F.is_zero a[j, i]) then j else i64.highest) (iota n))
      in if pivot == i64.highest then (F.zero, a)
         else
         let rows = map (\j -> if j == i then a[pivot] else if j == pivot then a[i] else a[j]) (iota n)
         let p = rows[i, i]
         let inv = F.recip p
         let row = map (F.* inv) rows[i]
         let det = det F.* (if pivot == i then p else F.zero F.- p)
         in (det, map2 (\j r -> if j == i then row
                                else let f = r[i] in map2 (\x y -> x F.- f F.* y) r row) (iota n) rows)

  def determinant [n] (a: [n][n]F.t): F.t = (eliminate a).0
  def inverse [n] (a: [n][n]F.t): [n][n]F.t =
    let (_, both) = eliminate (map2 (\r e -> r ++ e) a (identity n))
    in map (drop n) both :> [n][n]F.t
  -- x_k of the recurrence x_k = c_0 x_(k-1) + c_1 x_(k-2) + ...
  def recurrence [n] (c: [n]F.t) (x: [n]F.t) (k: i64): F.t =
    let a = tabulate_2d n n (\i j -> if i == 0 then c[j] else if j == i - 1 then F.one else F.zero)
    let start = reverse x
    in dot (power a k)[n - 1] start
}

module gf = modular {def p = 998244353u64}
module over_gf = matrices gf
module over_fractions = matrices fraction
module over_floats = matrices floats

entry det_gf [n] (a: [n][n]i64): u64 = over_gf.determinant (map (map gf.from) a)
entry det_fraction [n] (a: [n][n]i64): i64 = (over_fractions.determinant (map (map fraction.from) a)).0
entry inverse_fraction [n] (a: [n][n]i64): ([n][n]i64, [n][n]i64) =
  unzip (map unzip (over_fractions.inverse (map (map fraction.from) a)))
entry inverse_floats [n] (a: [n][n]i64): [n][n]f64 = over_floats.inverse (map (map floats.from) a)
entry fibonacci (k: i64): u64 = over_gf.recurrence [1, 1] [0, 1] k

-- The transform over the field of 119 * 2^23 + 1 elements.
module ntt (F: field with t = u64) (G: {val generator: u64 val p: u64}) = {
  def power (x: u64) (k: u64): u64 =
    (loop (r, b, k) = (F.one, x, k) while k > 0 do (if k & 1 == 1 then r F.* b else r, b F.* b, k >> 1)).0
  def reverse_bits (bits: i32) (i: i64): i64 =
    loop r = 0 for b < bits do (r << 1) | ((i >> i64.i32 b) & 1)
  def transform [n] (invert: bool) (xs: [n]u64): [n]u64 =
    let bits = i64.ctz n
    let xs = map (\i -> xs[reverse_bits bits i]) (iota n)
    let xs =
      loop xs for b < bits do
        let len = 1i64 << i64.i32 (b + 1)
        let half = len / 2
        let root = power G.generator ((G.p - 1) / u64.i64 len)
        let root = if invert then F.recip root else root
        in map (\i -> let k = i % len
                      let base = i - k
                      let k' = k % half
                      let w = power root (u64.i64 k')
                      let u = xs[base + k']
                      let v = xs[base + k' + half] F.* w
                      in if k < half then u F.+ v else u F.- v) (iota n)
    let scale = F.recip (u64.i64 n)
    in if invert then map (F.* scale) xs else xs
  def convolve [n][m] (xs: [n]u64) (ys: [m]u64): []u64 =
    let size = loop s = 1 while s < n + m do s * 2
    let pad zs = transform false (tabulate size (\i -> if i < length zs then zs[i] else 0))
    in take (n + m - 1) (transform true (map2 (F.*) (pad xs) (pad ys)))
}

module transform = ntt gf {def generator = 3u64 def p = 998244353u64}
entry convolve [n][m] (xs: [n]u64) (ys: [m]u64): []u64 = transform.convolve xs ys

-- ==
-- entry: det_gf
-- input { [[-1i64]] }
-- output { 998244352u64 }
-- input { [[2i64, 7i64, -9i64], [5i64, -2i64, -8i64], [-4i64, -6i64, 2i64]] }
-- output { 392u64 }
-- input { [[6i64, -2i64, 3i64, 8i64, -6i64], [9i64, -2i64, -9i64, -3i64, 4i64], [-1i64, -4i64, 3i64, -4i64, -7i64], [-5i64, 5i64, -5i64, -5i64, -9i64], [-9i64, -3i64, -3i64, -4i64, -4i64]] }
-- output { 998139095u64 }
-- input { [[0i64, 1i64], [1i64, 0i64]] }
-- output { 998244352u64 }
-- input { [[1i64, 2i64], [2i64, 4i64]] }
-- output { 0u64 }
-- input { [[0i64, 2i64, 1i64], [0i64, 0i64, 3i64], [4i64, 1i64, 1i64]] }
-- output { 24u64 }

-- ==
-- entry: det_fraction
-- input { [[-1i64]] }
-- output { -1i64 }
-- input { [[2i64, 7i64, -9i64], [5i64, -2i64, -8i64], [-4i64, -6i64, 2i64]] }
-- output { 392i64 }
-- input { [[6i64, -2i64, 3i64, 8i64, -6i64], [9i64, -2i64, -9i64, -3i64, 4i64], [-1i64, -4i64, 3i64, -4i64, -7i64], [-5i64, 5i64, -5i64, -5i64, -9i64], [-9i64, -3i64, -3i64, -4i64, -4i64]] }
-- output { -105258i64 }
-- input { [[0i64, 1i64], [1i64, 0i64]] }
-- output { -1i64 }
-- input { [[1i64, 2i64], [2i64, 4i64]] }
-- output { 0i64 }
-- input { [[0i64, 2i64, 1i64], [0i64, 0i64, 3i64], [4i64, 1i64, 1i64]] }
-- output { 24i64 }

-- ==
-- entry: inverse_fraction
-- input { [[-1i64]] }
-- output { [[-1i64]] [[1i64]] }
-- input { [[2i64, 7i64, -9i64], [5i64, -2i64, -8i64], [-4i64, -6i64, 2i64]] }
-- output { [[-13i64, 5i64, -37i64], [11i64, -4i64, -29i64], [-19i64, -2i64, -39i64]] [[98i64, 49i64, 196i64], [196i64, 49i64, 392i64], [196i64, 49i64, 392i64]] }
-- input { [[0i64, 1i64], [1i64, 0i64]] }
-- output { [[0i64, 1i64], [1i64, 0i64]] [[1i64, 1i64], [1i64, 1i64]] }
-- input { [[0i64, 2i64, 1i64], [0i64, 0i64, 3i64], [4i64, 1i64, 1i64]] }
-- output { [[-1i64, -1i64, 1i64], [1i64, -1i64, 0i64], [0i64, 1i64, 0i64]] [[8i64, 24i64, 4i64], [2i64, 6i64, 1i64], [1i64, 3i64, 1i64]] }

-- ==
-- entry: inverse_floats
-- input { [[-1i64]] }
-- output { [[-1f64]] }
-- input { [[2i64, 7i64, -9i64], [5i64, -2i64, -8i64], [-4i64, -6i64, 2i64]] }
-- output {
--   [[-0.13265306122449f64, 0.10204081632653f64, -0.18877551020408f64], [0.056122448979592f64, -0.081632653061224f64, -0.073979591836735f64], [-0.096938775510204f64, -0.040816326530612f64, -0.099489795918367f64]]
-- }
-- input { [[6i64, -2i64, 3i64, 8i64, -6i64], [9i64, -2i64, -9i64, -3i64, 4i64], [-1i64, -4i64, 3i64, -4i64, -7i64], [-5i64, 5i64, -5i64, -5i64, -9i64], [-9i64, -3i64, -3i64, -4i64, -4i64]] }
-- output {
--   [[0.0061373007277357f64, 0.039151418419503f64, 0.049221911873682f64, 0.010117995781793f64, -0.078958368960079f64], [-0.032643599536377f64, -0.036415284348933f64, -0.040443481730605f64, 0.080858462064641f64, -0.098605331661251f64], [-0.038514887229474f64, -0.058389861103194f64, 0.076554751182808f64, -0.024796215014536f64, -0.078796861046191f64], [0.089342377776511f64, -0.016749320716715f64, -0.10234851507724f64, -0.015248247164111f64, 0.062655570122936f64], [-0.049782439339528f64, -0.00023751163807027f64, -0.035484238727698f64, -0.049563928632503f64, -0.0019475954321762f64]]
-- }
-- input { [[0i64, 1i64], [1i64, 0i64]] }
-- output { [[0f64, 1f64], [1f64, 0f64]] }
-- input { [[0i64, 2i64, 1i64], [0i64, 0i64, 3i64], [4i64, 1i64, 1i64]] }
-- output { [[-0.125f64, -0.041666666666667f64, 0.25f64], [0.5f64, -0.16666666666667f64, 0f64], [0f64, 0.33333333333333f64, 0f64]] }

-- ==
-- entry: fibonacci
-- input { 0i64 }
-- output { 0u64 }
-- input { 1i64 }
-- output { 1u64 }
-- input { 10i64 }
-- output { 55u64 }
-- input { 1000i64 }
-- output { 548571675u64 }
-- input { 99999i64 }
-- output { 45616840u64 }

-- ==
-- entry: convolve
-- input { [310639063u64] [336780590u64] }
-- output { [826563570u64] }
-- input { [213555786u64, 578986789u64, 940725539u64, 727814929u64] [671872680u64, 219880330u64, 195065243u64] }
-- output { [567616795u64, 29008908u64, 759929613u64, 916541926u64, 633763710u64, 7385389u64] }
-- input {
--   [741571141u64, 211397262u64, 959647820u64, 411483093u64, 320822140u64, 23160839u64, 387824738u64, 445502692u64, 178193952u64, 156446233u64, 283265919u64, 69943232u64, 356326042u64, 323581868u64, 877676897u64, 647584427u64, 629364387u64, 3632595u64, 639927525u64, 727926354u64]
--   [759861482u64, 362813998u64, 70891065u64, 332814793u64, 381555610u64, 878877094u64, 328633993u64, 516196209u64, 747775076u64, 339080271u64, 198398753u64, 516704311u64, 507384189u64, 756632724u64, 189107501u64, 61204284u64, 275073151u64]
-- }
-- output {
--   [2179528u64, 236240665u64, 50120123u64, 617611352u64, 25664678u64, 152090629u64, 236865833u64, 412365660u64, 414714022u64, 485457842u64, 207284905u64, 737430678u64, 921504707u64, 190959291u64, 514094515u64, 468493701u64, 27888801u64, 584040419u64, 128738683u64, 833325054u64, 323392512u64, 855899967u64, 128606240u64, 765681202u64, 198706797u64, 61038637u64, 786967510u64, 243509068u64, 609646660u64, 413911469u64, 719247280u64, 891793272u64, 840045742u64, 543097969u64, 121511515u64, 611074798u64]
-- }
