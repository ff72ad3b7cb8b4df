-- Shadowing of names at every level, local opens, and names that are also prelude names.
-- ==
-- input { 3i32 } output { 11i32 3i32 40i32 }

-- ==
-- entry: prelude_names
-- input { [1i32, 2i32, 3i32] } output { 6i32 100i32 [2i32, 3i32, 4i32] }

-- ==
-- entry: modules
-- input { 5i32 } output { 7i32 10i32 }

def x : i32 = 1

def f (x: i32) : i32 =
  let x = x * 2
  let g x = x + 1
  let x = g x
  in (let x = x + 2 in x) + x - 5

entry main (x: i32) : (i32, i32, i32) = (f x, x, (\x -> (\x -> x * 10) (x + 1)) x)

def length = 100i32

entry prelude_names [n] (map: [n]i32) : (i32, i32, [n]i32) =
  let sum = i32.sum map
  let reduce = (+ 1)
  in (sum, length, tabulate n (\i -> reduce map[i]))

module m = {
  def x : i32 = 2
  def add (y: i32) = x + y
  module inner = {
    def x : i32 = 5
    local def part (y: i32) = x * y - 2 * y
    def times (y: i32) = x * y - part y
  }
}

entry modules (y: i32) : (i32, i32) =
  let a = m.add y
  let b = let open_value = m.inner.(times y) in open_value
  in (a, b)
