-- A ray caster whose shapes are a sum type.
-- ==
-- entry: main
-- input { 12i64 9i64 }
-- output { [[0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 0u8, 200u8, 200u8, 90u8, 0u8, 0u8, 0u8, 0u8], [60u8, 40u8, 60u8, 40u8, 40u8, 60u8, 40u8, 60u8, 60u8, 40u8, 60u8, 40u8], [60u8, 40u8, 40u8, 60u8, 60u8, 60u8, 40u8, 40u8, 40u8, 60u8, 60u8, 40u8], [60u8, 60u8, 40u8, 40u8, 40u8, 40u8, 60u8, 60u8, 60u8, 60u8, 40u8, 40u8], [60u8, 40u8, 40u8, 40u8, 40u8, 40u8, 60u8, 60u8, 60u8, 60u8, 60u8, 40u8]] }

module vec = {
  type t = (f64, f64, f64)
  def dot ((a, b, c): t) ((x, y, z): t) = a * x + b * y + c * z
  def scale (k: f64) ((x, y, z): t): t = (k * x, k * y, k * z)
  def norm (v: t) = scale (1 / f64.sqrt (dot v v)) v
}

type colour = #plain u8 | #checker u8 u8
type shape = #sphere {centre: vec.t, radius: f64} | #floor f64
type object = {shape: shape, colour: colour}
type hit = #miss | #hit f64 colour

def intersect (d: vec.t) (o: object): hit =
  match o.shape
  case #sphere {centre, radius} ->
    let b = vec.dot d centre
    let c = vec.dot centre centre - radius * radius
    let disc = b * b - c
    in if disc < 0 then #miss
       else let t = b - f64.sqrt disc in if t > 0 then #hit t o.colour else #miss
  case #floor height ->
    if d.1 > 0 then #hit (height / d.1) o.colour else #miss

def nearer (a: hit) (b: hit): hit =
  match (a, b)
  case (#miss, _) -> b
  case (_, #miss) -> a
  case (#hit s _, #hit t _) -> if s <= t then a else b

def paint (d: vec.t) (h: hit): u8 =
  match h
  case #miss -> 0
  case #hit _ (#plain c) -> c
  case #hit t (#checker a b) ->
    let (x, _, z) = vec.scale t d
    in if (i64.f64 (f64.floor x) + i64.f64 (f64.floor z)) % 2 == 0 then a else b

def scene: [3]object =
  [{shape = #sphere {centre = (0, 0, 5), radius = 1}, colour = #plain 200},
   {shape = #sphere {centre = (1.5, 0.5, 6), radius = 1}, colour = #plain 90},
   {shape = #floor 1, colour = #checker 40 60}]

entry main (w: i64) (h: i64): [h][w]u8 =
  let ray y x =
    let centred (a: i64) (n: i64) = (f64.i64 a - (f64.i64 n - 1) / 2) / f64.i64 n * 2
    let d = vec.norm (centred x w, centred y h, 1)
    in paint d (reduce nearer #miss (map (intersect d) scene))
  in tabulate_2d h w ray
