-- A bounded stack behind an abstract type, used by a calculator.
-- ==
-- entry: main
-- input { [3i32, 4i32, -1i32, 5i32, -2i32, 2i32, -3i32] }
-- output { 33i32 1i64 }
-- input { [9i32] }
-- output { 9i32 1i64 }
-- input { empty([0]i32) }
-- error: E0402.*Index \[-1\] out of bounds

module type stack = {
  type elem
  type stack [n]
  val empty: (n: i64) -> stack [n]
  val push [n]: elem -> stack [n] -> stack [n]
  val pop [n]: stack [n] -> (elem, stack [n])
  val size [n]: stack [n] -> i64
}

module mk_stack (E: {type t val dummy: t}): stack with elem = E.t = {
  type elem = E.t
  type stack [n] = {top: i64, data: [n]elem}
  def empty (n: i64): stack [n] = {top = 0, data = replicate n E.dummy}
  def push [n] (x: elem) (s: stack [n]): stack [n] =
    let data = copy s.data
    in {top = s.top + 1, data = data with [s.top] = x}
  def pop [n] (s: stack [n]): (elem, stack [n]) =
    (s.data[s.top - 1], s with top = s.top - 1)
  def size [n] (s: stack [n]): i64 = s.top
}

module ints = mk_stack {type t = i32 def dummy = 0i32}

type token = #number i32 | #plus | #times | #minus

def token_of (c: i32): token =
  match c
  case -1 -> #plus
  case -2 -> #times
  case -3 -> #minus
  case n -> #number n

def eval [n] (code: [n]i32): (i32, i64) =
  let binary f s =
    let (b, s) = ints.pop s
    let (a, s) = ints.pop s
    in ints.push (f a b) s
  let step [m] (s: ints.stack [m]) (t: token): ints.stack [m] =
    match t
    case #number x -> ints.push x s
    case #plus -> binary (+) s
    case #times -> binary (*) s
    case #minus -> binary (-) s
  let final = loop s = ints.empty n for c in code do step s (token_of c)
  in ((ints.pop final).0, ints.size final)

entry main (code: []i32): (i32, i64) = eval code
