-- A module with an abstract generator: a linear congruential one.
-- ==
-- entry: main
-- input { 1 3 } output { [16838, 5758, 10113] }
module type random = { type state val seed: i32 -> state val next: state -> (state, i32) }
module lcg: random = {
  type state = u32
  def seed (x: i32): state = u32.i32 x
  def next (s: state): (state, i32) =
    let s = s * 1103515245 + 12345
    in (s, i32.u32 ((s >> 16) % 32768))
}
def main (start: i32) (n: i32): []i32 =
  (loop (s, xs: []i32) = (lcg.seed start, []) for _i < n do
     let (s, x) = lcg.next s
     in (s, xs ++ [x])).1
