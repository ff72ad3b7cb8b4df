-- zip and unzip for two to five arrays.
-- ==
-- entry: main
-- input { [1, 2] [3, 4] [5, 6] [7, 8] [9, 10] } output { [25, 30] [3, 4] [6, 8] }
def main [n] (as: [n]i32) (bs: [n]i32) (cs: [n]i32) (ds: [n]i32) (es: [n]i32): ([n]i32, [n]i32, [n]i32) =
  let sums = map (\(a, b, c, d, e) -> a + b + c + d + e) (zip5 as bs cs ds es)
  let (_, second) = unzip (zip as bs)
  let (_, _, third, fourth) = unzip4 (zip4 as bs cs ds)
  let (x, _, _) = unzip3 (zip3 as cs ds)
  in (sums, second, map3 (\c d a -> c + a + d - d) third fourth x)
