-- ==
-- input { [1,2,3,4] [true,false,true,false] } output { [1,3,3,7] }
def segmented_scan [n] 't (op: t -> t -> t) (ne: t) (flags: [n]bool) (as: [n]t): *[n]t =
  (unzip (scan (\(x_flag, x) (y_flag, y) -> (x_flag || y_flag, if y_flag then y else x `op` y)) (false, ne) (zip flags as))).1
module type mon = { type t val op: t -> t -> t val ne: t }
module scans (M: mon) = { def run [n] (f: [n]bool) (x: [n]M.t) = segmented_scan M.op M.ne f x }
module add: mon with t = i32 = { type t = i32 def op = (i32.+) def ne = 0i32 }
module s = scans add
def main [n] (x: [n]i32) (f: [n]bool) = s.run f x
