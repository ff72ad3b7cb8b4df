-- Functors over functors: a generic sorter, sets and maps over ordered keys.
-- ==
-- input { [3i32, 1i32, 2i32, 3i32] } output { [1i32, 2i32, 3i32, 3i32] [3i32, 3i32, 2i32, 1i32] }

-- ==
-- entry: sets
-- input { [5i32, 3i32, 5i32, 1i32, 3i32] } output { [1i32, 3i32, 5i32] true false }

-- ==
-- entry: maps
-- input { [98u8, 97u8] [1i32, 2i32] 97u8 } output { 2i32 }

module type ordered = {
  type t
  val (<=) : t -> t -> bool
}

module int_order : ordered with t = i32 = {
  type t = i32
  def (<=) (a: i32) (b: i32) : bool = a i32.<= b
}

module reverse_order (O: ordered) : ordered with t = O.t = {
  type t = O.t
  def (<=) (a: t) (b: t) : bool = b O.<= a
}

module type sorter = {
  type elem
  val sort [n] : [n]elem -> [n]elem
}

-- Every element goes to the place given by how many are before it.
module rank_sort (O: ordered) : sorter with elem = O.t = {
  type elem = O.t
  def before [n] (xs: [n]elem) (i: i64) (j: i64) : bool =
    if xs[i] O.<= xs[j] then !(xs[j] O.<= xs[i]) || i < j else false
  def sort [n] (xs: [n]elem) : [n]elem =
    let rank j = i64.sum (map (\i -> i64.bool (before xs i j)) (iota n))
    in scatter (copy xs) (map rank (iota n)) xs
}

module ascending = rank_sort int_order
module descending = rank_sort (reverse_order int_order)

entry main (xs: []i32) : ([]i32, []i32) = (ascending.sort xs, descending.sort xs)

module set (O: ordered) (S: sorter with elem = O.t) : {
  type set [n]
  val from_array [n] : [n]O.t -> ?[m].set [m]
  val to_array [n] : set [n] -> [n]O.t
  val member [n] : O.t -> set [n] -> bool
} = {
  type set [n] = [n]O.t
  def same (a: O.t) (b: O.t) = a O.<= b && b O.<= a
  def from_array [n] (xs: [n]O.t) : []O.t =
    let sorted = S.sort xs
    let is = filter (\i -> i == 0 || !(same sorted[i] sorted[i - 1])) (iota n)
    in map (\i -> sorted[i]) is
  def to_array [n] (s: set [n]) : [n]O.t = s
  def member [n] (x: O.t) (s: set [n]) : bool = any (same x) s
}

module int_set = set int_order ascending

entry sets (xs: []i32) : ([]i32, bool, bool) =
  let s = int_set.from_array xs
  in (int_set.to_array s, int_set.member 3 s, int_set.member 4 s)

module dictionary (K: {type key val equal : key -> key -> bool}) = {
  type dictionary [n] 'v = {keys: [n]K.key, values: [n]v}
  def make [n] 'v (keys: [n]K.key) (values: [n]v) : dictionary [n] v = {keys, values}
  def find [n] 'v (default: v) (k: K.key) (d: dictionary [n] v) : v =
    loop result = default for (k', v) in zip d.keys d.values do
      if K.equal k k' then v else result
}

module byte_map = dictionary {type key = u8 def equal (a: u8) (b: u8) = a == b}

entry maps [n] (ks: [n]u8) (vs: [n]i32) (k: u8) : i32 = byte_map.find (-1) k (byte_map.make ks vs)
