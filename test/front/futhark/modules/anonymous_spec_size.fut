-- E1115: a parameter's size needs a name, a result's does not.
module type s = {
  val sum: []i32 -> i32
  val both: ([2][]i32, i32) -> i32
  val evens [n]: [n]i32 -> []i32
  val gen: (i64 -> []i32) -> i32
}
