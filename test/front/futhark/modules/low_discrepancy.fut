-- ==
-- input { 4i64 } output { [[0u32,0u32],[2147483648u32,2147483648u32],[3221225472u32,1073741824u32],[1073741824u32,3221225472u32]] }
module type sobol_dir = { val s: i32 val a: u32 val m: [1]u32 }
module mk_sobol (P: { val dims: i64 }) = {
  def dirs: [P.dims][32]u32 = tabulate_2d P.dims 32 (\d k -> if d == 0 then 1u32 << u32.i64 (31 - k) else
    let (v, _) = loop (v, i) = (1u32 << 31, 0i64) while i < k do ((v >> 1) ^ v, i + 1) in v)
  def point (n: i64): [P.dims]u32 =
    let g = u32.i64 n ^ (u32.i64 n >> 1)
    in map (\row -> reduce (^) 0 (map2 (\v k -> if (g >> u32.i64 k) & 1 == 1 then v else 0) row (iota 32))) dirs
}
module s2 = mk_sobol { def dims = 2i64 }
def main (n: i64) : [n][]u32 = map (\i -> s2.point i) (iota n)
