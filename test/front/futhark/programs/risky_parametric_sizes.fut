-- Parametric modules over types with sizes.
-- ==
-- entry: main
-- input { 4i64 }
-- output { [0i64, 1i64, 4i64, 9i64] [0i64, 1i64, 4i64, 9i64] [0i64, 1i64, 4i64, 9i64] 1.5f64 }

module type vector = {
  type vector [n] 'a
  val make 'a: (n: i64) -> (i64 -> a) -> vector [n] a
  val get [n] 'a: i64 -> vector [n] a -> a
  val map [n] 'a 'b: (a -> b) -> vector [n] a -> vector [n] b
  val to_array [n] 'a: vector [n] a -> [n]a
}
module plain: vector = {
  type vector [n] 'a = [n]a
  def make 'a (n: i64) (f: i64 -> a): vector [n] a = tabulate n f
  def get [n] 'a (i: i64) (v: vector [n] a): a = v[i]
  def map [n] 'a 'b (f: a -> b) (v: vector [n] a): vector [n] b = map f v
  def to_array [n] 'a (v: vector [n] a): [n]a = v
}
module reversed (V: vector): vector = {
  type vector [n] 'a = {data: V.vector [n] a, size: [n]()}
  def make 'a (n: i64) (f: i64 -> a): vector [n] a = {data = V.make n (\i -> f (n - 1 - i)), size = replicate n ()}
  def get [n] 'a (i: i64) (v: vector [n] a): a = V.get (n - 1 - i) v.data
  def map [n] 'a 'b (f: a -> b) (v: vector [n] a): vector [n] b = {data = V.map f v.data, size = v.size}
  def to_array [n] 'a (v: vector [n] a): [n]a = reverse (V.to_array v.data)
}
module test (V: vector) = {
  def run (n: i64): ([n]i64, f64) =
    let v = V.make n (\i -> i * i)
    let w = V.map f64.i64 v
    in (V.to_array v, V.get 1 w / 2)
}
module t1 = test plain
module t2 = test (reversed plain)
module t3 = test (reversed (reversed plain))

entry main (n: i64): ([n]i64, [n]i64, [n]i64, f64) =
  let (a, x) = t1.run n
  let (b, y) = t2.run n
  let (c, z) = t3.run n
  in (a, b, c, x + y + z)
