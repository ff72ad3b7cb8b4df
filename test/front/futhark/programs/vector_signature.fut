-- Vectors of fixed lengths behind one signature, made of shorter ones or of arrays.
-- ==
-- entry: vecs
-- input { 3 } output { [0i32, 3i32, 6i32, 9i32] 18i32 6i32 [3i32, 3i32, 3i32, 3i32, 3i32] 5i64 90i64 [3i32, 7i32] }

module type vector = {
  type vector 'a
  val length: i64
  val map 'a 'b: (a -> b) -> vector a -> vector b
  val zip 'a 'b: vector a -> vector b -> vector (a, b)
  val iota: vector i64
  val replicate 'a: a -> vector a
  val reduce 'a: (a -> a -> a) -> a -> vector a -> a
  val to_array 'a: vector a -> [length]a
  val from_array 'a: [length]a -> vector a
  val get 'a: i64 -> vector a -> a
  val set 'a: i64 -> a -> *vector a -> *vector a
}

module vector_1: vector = {
  type vector 'a = a
  def length = 1i64
  def map f a = f a
  def zip a b = (a, b)
  def iota = 0i64
  def replicate a = a
  def reduce f ne a = f ne a
  def to_array a = sized length [a]
  def from_array as = as[0]
  def get _ a = a
  def set 'a _ (x: a) (_: *vector a): *vector a = copy x
}

module cat_vector (X: vector) (Y: vector): vector = {
  type vector 'a = (X.vector a, Y.vector a)
  def length = X.length + Y.length
  def map f (xs, ys) = (X.map f xs, Y.map f ys)
  def zip (xs_a, ys_a) (xs_b, ys_b) = (X.zip xs_a xs_b, Y.zip ys_a ys_b)
  def iota = (X.iota, Y.map (+ X.length) Y.iota)
  def replicate a = (X.replicate a, Y.replicate a)
  def reduce f ne (xs, ys) = Y.reduce f (X.reduce f ne xs) ys
  def to_array (xs, ys) = sized length (X.to_array xs ++ Y.to_array ys)
  def from_array as = (X.from_array (sized X.length (take X.length as)), Y.from_array (sized Y.length (drop X.length as)))
  def get i (xs, ys) = if i < X.length then X.get i xs else Y.get (i - X.length) ys
  def set 'a i (v: a) ((xs, ys): *vector a): *vector a =
    if i < X.length then (X.set i v xs, ys) else (xs, Y.set (i - X.length) v ys)
}

module vector_2 = cat_vector vector_1 vector_1
module vector_4 = cat_vector vector_2 vector_2
module any_vector (P: { val length: i64 }): vector = {
  def length = P.length
  type vector 'a = [length]a
  def map = map
  def zip = zip
  def iota = iota length
  def replicate a = replicate length a
  def reduce f ne as = reduce f ne as
  def to_array as = as
  def from_array as = as
  def get 'a (i: i64) (as: vector a) = as[i]
  def set 'a (i: i64) (v: a) (as: *vector a): *vector a = as with [i] = v
}
module v5 = cat_vector vector_4 vector_1
module v10 = any_vector { def length = 10i64 }
entry vecs (x: i32) =
  let v = vector_4.map (\i -> i32.i64 i * x) vector_4.iota
  let w = v5.replicate (x, true)
  in (vector_4.to_array v, vector_4.reduce (+) 0 v, vector_4.get 2 v, v5.to_array w |> map (.0), v5.length,
      v10.(reduce (+) 0 (map (* 2) iota)), vector_2.to_array (vector_2.set 1 7 (vector_2.replicate x)))
