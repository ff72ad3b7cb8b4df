-- Records of colours, averaged over neighbours, with packing into words.
-- ==
-- entry: main
-- input { [[0xFF0000u32, 0x00FF00u32], [0x0000FFu32, 0x000000u32]] } output { [[0x3F3F3Fu32, 0x3F3F3Fu32], [0x3F3F3Fu32, 0x3F3F3Fu32]] }
type colour = {r: u32, g: u32, b: u32}
def unpack (w: u32): colour = {r = (w >> 16) & 0xFF, g = (w >> 8) & 0xFF, b = w & 0xFF}
def pack (c: colour): u32 = (c.r << 16) | (c.g << 8) | c.b
def plus (a: colour) (b: colour): colour = {r = a.r + b.r, g = a.g + b.g, b = a.b + b.b}
def black: colour = {r = 0, g = 0, b = 0}
def blur [n] [m] (image: [n][m]u32): [n][m]u32 =
  let cs = map (map unpack) image
  in tabulate_2d n m (\i j ->
       let around = map (\(di, dj) -> cs[(i + di) % n, (j + dj) % m]) [(0, 0), (0, 1), (1, 0), (1, 1)]
       let s = reduce plus black around
       in pack {r = s.r / 4, g = s.g / 4, b = s.b / 4})
def main (image: [][]u32): [][]u32 = blur image
