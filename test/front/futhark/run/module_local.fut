-- local declarations are used inside and hidden outside.
-- ==
-- entry: main
-- input { 3 } output { 10 }
module m = {
  local def helper (x: i32) = x * 3
  def use (x: i32) = helper x + 1
}
def helper (x: i32) = x
def main (x: i32): i32 = helper (m.use x)
