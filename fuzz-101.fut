-- Stage c: the C compiler refuses the program.
-- Reproduce with: ravel fuzz --language=futhark --seed=101 --count=1 --target=c
-- the C compiler failed
def w3 [n] (w4: [n]i32): ?[k].([k]i32, [n]bool) = (filter (> 2i32) w4, map (> 9i32) w4)

def w1 (w2: i32): i64 = let [k] (xs: [k]i32, _) = w3 [w2, 1, 2] in k + length (zip xs (iota k))

def w8 'a 'b (w9: a -> b) (uw9: a): b = w9 uw9

def w6 (w7: i32): u64 = w8 (\uw8 -> if uw8 == 2i32 then 1u64 else u64.i32 uw8) w7

def c11: i64 = 1

entry main [n12] [n13] (a14: [n12]u16) (a15: [n13]f64) (a16: [n12]u32) (a17: *[n13][n13]f64) (a18: f32) (a19: i16) =
let start = 0i32
let v40 = if (a17 |> map (\(x20: [n13]f64) -> 
let v22 = iterate 0 (\(x21: #one i64 | #two u8 | #three | #four) -> (#three : #one i64 | #two u8 | #three | #four)) (#four : #one i64 | #two u8 | #three | #four)
let [k25] (v24: [k25]f64) = filter (\x23: bool -> !false) x20
in 2u64 > 3u64) |> reduce (&&) true) then (
let (v34, v35) = match a19
case 0 -> ( -- /* \
let (v27, v28) = copy (partition (\(x26: [n13]f64) -> false) a17)
in ((reduce_comm (^) 0i64 (map (\(x29: [n13]f64) -> n13) v28)), (a16 |> map (\(x30: u32) -> 6i64) |> reduce (+) 0i64)))
case 1 -> (
let v32: {a: i16} = {a = (a17 |> map (\(x31: [n13]f64) -> 9i16 - a19) |> reduce (^) 0i16)} -- /* \
in (2i64 | n13, n13 * n13)) -- */
case _ -> ((reduce (^) 0i64 (map (\x33: i64 -> 3i64) a14)), n13 & n13) -- */
in tabulate n13 (\x36 -> replicate n12 (a17[0][v34 % n13]))) else if false then map (\(x37: [n13]f64) -> replicate n12 (a15[0])) a17 else map (\x38 -> tabulate n12 (\(x39: i64) -> 9.5f64)) (iota n13) -- ??/
let v42 = w6 ((a17 |> map (\(x41: [n13]f64) -> 7i32) |> reduce (*) 1i32))
let k43 = 1 + n13 % 3
let v44 = scatter v40 (map (* 2) (iota 1)) (copy (scan (map2 f64.max) (replicate n12 f64.lowest) (take 1 v40)))
let (v56, v57) =
loop (s45: (#one | #two i8 | #three u16, #one i32 | #two i16, (i32, u32)), s46: u32) = (if if false then false else true then ((#three (a14[k43 % n12]) : #one | #two i8 | #three u16), (#two (a19) : #one i32 | #two i16), (5i32, a16[n12 % n12])) else ((#three (a14[k43 % n12]) : #one | #two i8 | #three u16), (#two (a19) : #one i32 | #two i16), (0x2i32, 8u32)), (reduce_comm (\x y -> x + y) 0u32 (map (\x47 -> foldr (\x48 x49 -> x49) (a16[n12 % n12]) a14) a14))) for ix50 < 2i32 do 
let v55 = filter (\x51 -> 
let v52 = (#one (v42) : #one u64 | #two u32)
let v54 = w1 ((v44 |> map (\(x53: [n12]f64) -> s45.2.0) |> reduce i32.max i32.lowest)) -- /* \
in true) a14
in (s45, a16[6i64 % n12])
let (_, v90, v91) =
loop (ix60, s58: i64, s59: bool) = (0i64, c11, true) while ix60 < 1 do  -- /* \
let v72 =
loop (s61: *[2](f32, i32)) = copy (reverse (reduce_by_index (copy (map (\(x67: i64) -> (a18, v56.2.0)) (iota 2))) (\(l62, l64) (r63, r65) -> (f32.min l62 r63, (*) l64 r65)) (f32.highest, 1i32) (tabulate k43 (\x68 -> n12)) (tabulate k43 (\x66 -> (a18, v56.2.0))))) for x69 in a15 do 
let v71 = w1 ((reduce (*) 1i32 (map (\(x70: u16) -> 2i32) a14)))
in s61
let (v88, v89) =
loop (s73: *[k43](bool, i64), s74: u8) = (copy (iterate 0 (\(x76: [k43](bool, i64)) -> 
let v77 = copy v72
let v86 = scatter v77 (map (* 2) (iota 4)) (copy (scan (\(l78, l80) (r79, r81) -> (f32.max l78 r79, i32.min l80 r81)) (f32.lowest, i32.highest) (scan (\(l82, l84) (r83, r85) -> (f32.min l82 r83, (*) l84 r85)) (f32.highest, 1i32) [v77[0], v72[(x76[c11 % k43].1) % 2], (v77[s58 % 2].0, v56.2.0), v77[0]])))
in x76) (reverse (map (\x75 -> (false, 6i64)) (iota k43)))), 2u8) for x87 in v44 do (s73, s74) -- /* \
in (ix60 + 1, 1i64, v88[(v88[k43 % k43].1) % k43].0)
let w93 = lmad.slice_1d v44 0 (0 * length v44 + 4611686018427387904) 0
let w92 = length (w93 ++ w93 ++ w93 ++ w93)
in (w92, v91, v90, v57, v44, k43, v42, a19) -- \ 
-- It is doomed: arrays have too many elements.
-- ==
-- input { [2u16, 8u16] [-2.25f64, 2.75f64] [7u32, 10u32] [[1.0f64, 2.25f64], [1.75f64, 1.75f64]] -0.5f32 5i16 } error: .
