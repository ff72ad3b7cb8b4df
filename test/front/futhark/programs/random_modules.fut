-- Random engines behind a module type, and distributions as parametric modules over them.
-- ==
-- entry: lcg_numbers
-- input { 42i32 5i64 }
-- output { [1250496027u32, 1116302264u32, 1000676753u32, 1668674806u32, 908095735u32] }

-- ==
-- entry: xorshift_numbers
-- input { 7i32 5i64 }
-- output { [1892583u32, 470389255u32, 3882205507u32, 3069989445u32, 2854842367u32] }

-- ==
-- entry: dice
-- input { 42i32 6i64 } output { [4i32, 3i32, 6i32, 5i32, 2i32, 1i32] }

-- ==
-- entry: uniform
-- input { 7i32 4i64 }
-- output { [0.00044065131805837154f64, 0.10952103300951421f64, 0.9038964069914073f64, 0.714787618489936f64] }

module type engine = {
  type state
  val seed : i32 -> state
  val next : state -> (state, u32)
  val limit : f64
}

module lcg : engine = {
  type state = u32
  def seed (s: i32) : state = u32.i32 s
  def next (s: state) : (state, u32) =
    let s' = (s * 1103515245 + 12345) % 0x80000000
    in (s', s')
  def limit = 2147483648f64
}

module xorshift : engine = {
  type state = {x: u32}
  def seed (s: i32) : state = {x = u32.i32 s}
  def next ({x}: state) : (state, u32) =
    let x = x ^ (x << 13)
    let x = x ^ (x >> 17)
    let x = x ^ (x << 5)
    in ({x}, x)
  def limit = 4294967296f64
}

module sequence (E: engine) = {
  def take (seed: i32) (n: i64) : [n]u32 =
    let (_, out) =
      loop (state, out) = (E.seed seed, replicate n 0) for i < n do
        let (state, x) = E.next state
        in (state, out with [i] = x)
    in out
}

module uniform_int (E: engine) (R: {val sides : u32}) = {
  module seq = sequence E
  def rolls (seed: i32) (n: i64) : [n]i32 =
    map (\x -> 1 + i32.u32 (x % R.sides)) (seq.take seed n)
}

module uniform_float (E: engine) = {
  local module seq = sequence E
  def floats (seed: i32) (n: i64) : [n]f64 =
    map (\x -> f64.u32 x / E.limit) (seq.take seed n)
}

module lcg_sequence = sequence lcg
module xorshift_sequence = sequence xorshift
module die = uniform_int lcg {def sides = 6u32}
module unit = uniform_float xorshift

entry lcg_numbers (seed: i32) (n: i64) = lcg_sequence.take seed n
entry xorshift_numbers (seed: i32) (n: i64) = xorshift_sequence.take seed n
entry dice (seed: i32) (n: i64) = die.rolls seed n
entry uniform (seed: i32) (n: i64) = unit.floats seed n
