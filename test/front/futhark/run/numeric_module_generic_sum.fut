-- The same code over all numeric modules.
-- ==
-- entry: main
-- input { } output { 10i8 10i16 10 10i64 10u8 10u16 10u32 10u64 10f16 10f32 10f64 }
module total (t: numeric) = { def run (n: i64): t.t = t.sum (map t.i64 (iota n)) }
module a = total i8
module b = total i16
module c = total i32
module d = total i64
module e = total u8
module f = total u16
module g = total u32
module h = total u64
module i = total f16
module j = total f32
module k = total f64
def main: (i8, i16, i32, i64, u8, u16, u32, u64, f16, f32, f64) =
  (a.run 5, b.run 5, c.run 5, d.run 5, e.run 5, f.run 5, g.run 5, h.run 5, i.run 5, j.run 5, k.run 5)
