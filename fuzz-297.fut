-- Stage c: the C compiler refuses the program.
-- Reproduce with: ravel fuzz --language=futhark --seed=297 --count=1 --target=c
-- the C compiler failed
def c1: {a: f64} = {a = 9.0f64 - 2.5}

#[noinline]
def fn2 (a3: [3](#one i8 | #two f64 | #three)) (g4: i32 -> u64): ([4]u32, {a: i64, b: i32, c: #one | #two u32 | #three u32 | #four i8}) = 
let v5 = copy a3 -- \	
let v5 = v5 with [0i64 % 3] = (iterate 1 (\(x6: #one i8 | #two f64 | #three) -> (#three : #one i8 | #two f64 | #three)) (#two (c1.a) : #one i8 | #two f64 | #three))
in iterate 3 (\(x7: ([4]u32, {a: i64, b: i32, c: #one | #two u32 | #three u32 | #four i8})) -> (x7.0, x7.1)) (if false then [7u32, 0x8u32, 2u32, 3u32] else [6u32, 45u32, 3u32, 8u32], {a = 1i64, b = 1i32, c = (#four (0x3i8) : #one | #two u32 | #three u32 | #four i8)})

def fn8 't9 (a10: [2]{a: i16}) (a11: [1]f64) (a12: [3]f32) (a13: t9): [4]i32 = 
let v14 = a11[0:0]
in iterate 0 (\(x16: [4]i32): [4]i32 -> 
let (v18, v19) = fn2 (replicate 3 (#one (6i8) : #one i8 | #two f64 | #three)) (\(x17: i32): u64 -> 1u64)
let v31 = filter (\(x20: {a: i16}) -> 
let v23: [1](i64, t9) = scatter (copy (map (\x22 -> (v19.a, a13)) a11)) (iota 3) (map (\(x21: f32) -> (v19.a, a13)) a12)
let (v25, v26) = fn2 (scatter (copy [(#three : #one i8 | #two f64 | #three), (#one (4i8) : #one i8 | #two f64 | #three), (#two (6.0f64) : #one i8 | #two f64 | #three)]) (iota 4) [(#three : #one i8 | #two f64 | #three), (#two (a11[v19.a % 1]) : #one i8 | #two f64 | #three), (#one (0i8) : #one i8 | #two f64 | #three), (#one (1i8) : #one i8 | #two f64 | #three)]) (\(x24: i32): u64 -> 6u64 * 93)
in (a10 |> map (\(x27: {a: i16}) -> foldl (\x28 ((p29, p30): (i64, t9)) -> x28) true v23) |> reduce (&&) true)) a10
in x16) (if false then [28i32, 6i32, 81i32, 0i32] else map (\x15 -> 0x7i32) (iota 4))

def fn32 [n33] (a34: (i16, i32, i64)) (a35: [n33]i8): u16 = 
let v44 = fn8 [{a = a34.0}, {a = a34.0}] (scan f64.max f64.lowest (map (\(x36: i64) -> 8.0f64) (iota 1))) (
let v37 = copy a35
let v39 = scatter v37 (map (* 1) (iota (n33 + 1))) (copy (scan (^) 0i8 (tabulate (n33 + 1) (\x38 -> v37[x38 % n33])))) -- ??/
let v42 = map2 (\(x40: i8) x41 -> a34.0 ** 0i16) v39 v39
in tabulate 3 (\x43 -> 7.0f32)) (3i16)
in 2u16 %% 11u16

entry main [n45] [n46] (a47: *[n45]i64) (a48: [n46]i8) (a49: [n45]i64) (a50: [n46][n46]u32) (a51: f64) (a52: i16) =
let start = 0i32
let v53 = tail a50
let v80 = match a52
case 0 -> (
let (v62, v63) =
loop (s54: (u32, f64), s55: {a: bool, b: f64, c: (u16, bool)}) = ((3u32, c1.a), if true then {a = false, b = 1.0f64, c = (9u16, true)} else {a = false, b = a51, c = (9u16, true)}) for x56 in a49 do 
let v59 = fn8 [{a = a52}, {a = 106i16}] [1.25f64] (if s55.a then tabulate 3 (\x57 -> 9.0f32) else tabulate 3 (\(x58: i64) -> 2.0f32)) (s54.0 >> 2u32) -- \
let v60 = drop 1 v59
let v61 = copy a49
let v61[(4i64 - 4) % n45] = foldl (flip (-)) (4i64 & v61[0]) v61
in (s54, s55 with a = (s55.a))
in n45)
case 1 -> (
let (_, v78, v79) =
loop (ix70, s64: [4][n46]bool, s65) = (0i64, if a48[0] <= 0i8 then scan (map2 (&&)) (replicate n46 true) [tabulate n46 (\x66 -> false), tabulate n46 (\x67: bool -> false), replicate n46 (true), tabulate n46 (\x68 -> false)] else copy [map (\(x69: i64): bool -> false) (iota n46), replicate n46 (true), replicate n46 (false), replicate n46 (true)], 5i32) while ix70 < 3 do 
let k71 = 1 + 10i64 % 3
let (v72, v73, v74) = ((1u8, 4.0f32), (1u8 - 0) * 3, (a52, 4i64))
let v77: [4]i32 = fn8 (tabulate 2 (\(x75: i64) -> {a = v74.0})) [a51] (if s64[v74.1 % 4][7i64 % n46] then [v72.1, v72.1, v72.1] else [v72.1, v72.1, 5.5f32]) ((s64 |> map (\(x76: [n46]bool) -> x76[0]) |> reduce_comm (||) false))
in (ix70 + 1, s64, v77[1])
in n45)
case _ -> a49[a49[0] % n45]
let a47[v80 % n45] = i64.u64 82u64 -- \	
let (v83, v84) = fn2 (tabulate 3 (\x81 -> (#two (c1.a) : #one i8 | #two f64 | #three))) (\x82 -> 9u64 * 5u64)
let (v86, v87) = copy (partition (\(x85: u32) -> if c1.a == 0.5f64 then false else false) v83)
let [k93] (v92: [k93]i8) = filter (\x88 -> 
let v90 = filter (\(x89: u32) -> true || (if true then false else false)) v86
let v91 = tail a50
in !true) a48 -- \	
let (v100, v101) =
loop (s94, s95: *[k93](#one u32 | #two | #three i8)) = (foldl (\x96 (x97: [n46]u32) -> 5u32 - 9u32) ((v83[0i64 % 4]) * (v83[n46 % 4])) v53, copy (if true || false then if false then replicate k93 (#two : #one u32 | #two | #three i8) else replicate k93 (#three (4i8) : #one u32 | #two | #three i8) else tabulate k93 (\x98 -> (#two : #one u32 | #two | #three i8)))) for ix99 < n45 do (v83[n45 % 4], s95)
let w103 = 2 * (length v83 + 1)
let w104 = v83 :> [w103 / 2]u32
let w102 = length (map (\_ -> 0i8) w104)
in (w102, v100, v92, k93, v87, v86, v83, a47)
-- It is doomed: a coercion to a wrong size.
-- ==
-- input { [-2i64, 1i64] [2i8, 2i8, -1i8] [3i64, 7i64] [[13u32, 12u32, 1u32], [9u32, 8u32, 1u32], [9u32, 1u32, 14u32]] 2.5f64 3i16 } error: .
