-- A stack and a priority queue of fixed capacity as abstract types with sizes.
-- ==
-- input { [5i32, 3i32, 8i32, 1i32] } output { [1i32, 8i32, 3i32, 5i32] }

-- ==
-- entry: heap_sort
-- input { [5i32, 3i32, 8i32, 1i32, 3i32] } output { [1i32, 3i32, 3i32, 5i32, 8i32] }

module type stack = {
  type stack [c]
  type elem
  val empty : (c: i64) -> stack [c]
  val push [c] : elem -> *stack [c] -> *stack [c]
  val top [c] : stack [c] -> elem
  val pop [c] : *stack [c] -> *stack [c]
  val size [c] : stack [c] -> i64
}

module mk_stack (E: {type t val dummy : t}) : (stack with elem = E.t) = {
  type elem = E.t
  type stack [c] = {items: [c]elem, count: i64}
  def empty (c: i64) : stack [c] = {items = replicate c E.dummy, count = 0}
  def push [c] (x: elem) ({items, count}: *stack [c]) : *stack [c] =
    {items = items with [count] = x, count = count + 1}
  def top [c] (s: stack [c]) : elem = s.items[s.count - 1]
  def pop [c] ({items, count}: *stack [c]) : *stack [c] = {items, count = count - 1}
  def size [c] (s: stack [c]) : i64 = s.count
}

module ints = mk_stack {type t = i32 def dummy = 0i32}

entry main [n] (xs: [n]i32) : [n]i32 =
  let s = loop s = copy (ints.empty n) for x in xs do ints.push x s
  let (_, out) =
    loop (s, out) = (s, replicate n 0) for i < n do
      let x = ints.top s
      in (ints.pop s, out with [i] = x)
  in out

-- A binary heap in an array.
def sift_down [n] (heap: *[n]i32) (start: i64) (end: i64) : *[n]i32 =
  let (heap, _, _) =
    loop (heap, i, go) = (heap, start, true) while go && 2 * i + 1 < end do
      let l = 2 * i + 1
      let r = l + 1
      let c = if r < end && heap[r] > heap[l] then r else l
      in if heap[c] > heap[i]
         then let (a, b) = (heap[c], heap[i])
              in (heap with [i] = a with [c] = b, c, true)
         else (heap, i, false)
  in heap

entry heap_sort [n] (xs: *[n]i32) : *[n]i32 =
  let heap = loop h = xs for i < n / 2 do sift_down h (n / 2 - 1 - i) n
  in loop h = heap for i < n do
       let end = n - 1 - i
       let (a, b) = (h[0], h[end])
       let h = h with [0] = b with [end] = a
       in sift_down h 0 end
