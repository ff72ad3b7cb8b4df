-- ==
-- input { 7 } output { 21 }
module tree (L: { type leaf val size: leaf -> i32 }) = {
  type node = #leaf L.leaf | #pair L.leaf L.leaf | #empty
  def size (n: node) = match n case #leaf l -> L.size l case #pair a b -> L.size a + L.size b case #empty -> 0
}
module t = tree { type leaf = { w: i32, tag: bool } def size (l: leaf) = if l.tag then l.w else 2 * l.w }
def main (x: i32) = t.size (#pair { w = x, tag = true } { w = x, tag = false }) + t.size #empty
