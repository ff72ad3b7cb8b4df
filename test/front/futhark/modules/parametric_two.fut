-- Several parameters, the second of which mentions the first; and a partial application.
-- ==
-- input { 3 } output { 13i64 }
module type from = { type t }
module type to = { type t val plus_ten: i32 -> t }
module pipe (a: from with t = i32) (b: { include to val of: a.t -> t }) = {
  def run (x: a.t): b.t = b.plus_ten (i32.i64 0) |> \_ -> b.of (x + 10)
}
module half = pipe i32
module whole = half { type t = i64 def plus_ten (x: i32) = i64.i32 x + 10 def of (x: i32) = i64.i32 x }
def main (x: i32) = whole.run x
