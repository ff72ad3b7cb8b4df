-- Stage c: the C compiler refuses the program.
-- Reproduce with: ravel fuzz --language=futhark --seed=99 --count=1 --target=c
-- the C compiler failed
type t1 = #none | #some f32 | #both (f32, i32)

def fn2 [n3] [n4] (n5: i64) (a6: ([n3]u8, {a: i16, b: u16}, t1)) (a7: [n5](i64, u16)) (a8: [n4](u64, i64)): #none | #some f32 | #both (f32, i32) = 
let v32 =
loop (s9: ([n5]i32, [n3 + n5]u32, [n5]u8)) = (hist (\x y -> x + y) 0i32 n5 (iota n3) (map (\(x10: i64) -> 1i32) (iota n3)), iterate 2 (\(x12: [n3 + n5]u32) -> map (\x13 -> 1u32) (iota (n3 + n5))) (replicate (n3 + n5) (1u32)), ( -- \ 
let v14 = copy a7
let v24 = scatter v14 (map (* 2) (iota n5)) (copy (map2 (\((p15, p16): (i64, u16)) ((p17, p18): (i64, u16)) -> 
let [k23] (v22: [k23](i64, u16)) = filter (\(p19, p20): bool -> (v14 |> map (\(x21: (i64, u16)) -> true) |> reduce (&&) true)) v14
in (a7[0].0, 8u16)) v14 v14)) -- \ 
in map (\(x25: i64) -> (a6.0)[v24[0].0 % n3]) (iota n5))) for x26 in a8 do 
let v29 = (#both ((reduce f32.max f32.lowest (map (\((p27, p28): (u64, i64)) -> 8.5f32) a8)), 63i32 + ((s9.0)[0x2i64 % n5])) : t1)
in (if true then s9.0 else replicate n5 ((s9.0)[0]), s9.1[::-1], map (\((p30, p31): ((i64, u16), (i64, u16))) -> (a6.0)[58i64 % n3]) (zip a7 a7))
let v44 = iterate 3 (\(x33: t1) -> 
let v34 = copy a7
let v34[0] = ((v34[v34[0].0 % n5].0) - v34[0].0, u16.min v34[0].1 (v34[n4 % n5].1))
let (_, v42, v43) =
loop (ix41, s35: (i32, f64), s36) = (0i64, ((v32.0)[0i64 % n5], 6.0f64 + 4.0f64), (
let [k40] (v39: [k40](u64, i64)) = filter (\(p37, p38) -> 9i64 > ((a7[a7[0].0 % n5].0) + 60i64)) a8
in {a = 9i64, b = 6.25f64, c = (v32.0)[0]})) while ix41 < 0 do (ix41 + 1, s35, s36)
in (#some (5.0f32) : t1)) a6.2 -- \	
in (#none : t1)

type t45 't46 = #none | #some t46

type~ w49 = {data: []i8, count: i64}

def w50 (uw50: w49): i64 = length uw50.data + uw50.count

def w47 (w48: i8): i64 = w50 {data = replicate 3 w48, count = 3} + w50 {data = filter (> 1) [w48], count = 0}

def fn52 't53 (a54: (i16, (i32, u32, i32))) (a55: #one (#one f32 | #two | #three) | #two i8 | #three | #four) (a56: *[1](t45 u64)) (a57: t53): [3]i64 = 
let [k60] (v59: [k60](t45 u64)) = filter (\(x58: #none | #some u64) -> !false) a56 -- ??/
let v63 = scatter a56 (map (* 2) (iota k60)) (copy (map2 (\(x61: #none | #some u64) (x62: t45 u64): (t45 u64) -> (#some (1u64) : t45 u64)) v59 v59)) -- \ 
let v64 = w47 (i8.max 0i8 6i8)
let (_, v73) =
loop (ix66, s65: *[k60 + 1](t45 f64, i64, u16)) = (0i64, copy (replicate (k60 + 1) ((#none : t45 f64), 0i64, 88u16))) while ix66 < 3 do 
let (v69, v70) = (map2 (\(x67: t45 u64) (x68: t45 u64) -> i64.i32 2i32) v59 v59, [a57, a57, a57, a57])
let k72 = 1 + (w47 ((reduce (*) 1i8 (map (\(x71: t53) -> 9i8) v70)))) % 3
in (ix66 + 1, s65) -- /* \
in rotate (foldl (\x75 ((p76, p77, p78): (t45 f64, i64, u16)) -> v73[19i64 % (k60 + 1)].1) 9i64 v73) (copy (map (\x74: i64 -> x74) (iota 3)))

entry main [n79] [n80] (a81: [n79]f32) (a82: [n80]i16) (a83: [n79]f64) (a84: [n80][n80]u32) (a85: u64) (a86: bool) =
let start = 0i32
let v101 = if a86 then (
let k87 = 1 + (n80 % 7i64) % 3
let [k91] (v90: [k91]i16) = filter (\(x88: i16): bool ->  -- \	
let v89: i64 = w47 (8i8 + 0i8)
in a86 || false) a82
in (if a86 then (#both (a81[0], 1i32) : t1) else (#some (a81[7i64 % n79]) : t1), k87)) else ( -- \ 
let v100 = if if !a86 then a85 != a85 else true then (
let v93 = tabulate 4 (\x92 -> u8.i16 ((a82[x92 % n80]) + (a82[x92 % n80])))
let (v95, v96) = copy (partition (\(x94: [n80]u32): bool -> true) a84)
in (#none : t1)) else (if !a86 then (#both (a81[n80 % n79], 5i32) : t1) else fn2 n80 (tabulate n80 (\x97 -> 7u8), {a = 3i16, b = 0u16}, (#none : #none | #some f32 | #both (f32, i32))) (map (\x98 -> (n79, 4u16)) (iota n80)) (map (\x99 -> (0u64, 8i64)) (iota n80)))
in (v100, n80 & n80))
let v104: (u8, (i64, t45 i8), i64) = if a86 then (
let v102 = copy a83
let v102[0] = f64.sgn (a83[n80 % n79])
let v102[v101.1 % n79] = 13.5f64
in (4u8 - 0x8, (n80, (#none : t45 i8)), (length a82))) else (((reduce (+) 0u8 (map (\x103 -> 8u8) a83)), if a86 then (v101.1, (#none : t45 i8)) else (v101.1, (#some (5i8) : t45 i8)), n80 - v101.1))
let v105 = tail a83
let (_, v118) =
loop (ix107, s106) = (0i64, (5.0f64 + 2.0) + (a83[9i64 % n79])) while ix107 < 0 do  -- \	
let v108 = fn52 (a82[0], (3i32, 1u32, 2i32)) (#two (2i8) : #one (#one f32 | #two | #three) | #two i8 | #three | #four) (copy ([(#none : t45 u64)][::-1])) (n79, v104.0)
let k111 = 1 + (foldr (\(x109: [n80]u32) x110 -> x110) (ix107 - v108[2]) a84) % 3
let v117 =
loop (s112: *[k111]u64) = copy (if a86 then replicate k111 (a85) else (
let v113 = copy v108
let v115 = scatter v113 (map (* 1) (iota 3)) (copy (fn52 (a82[(v108[v104.1.0 % 3]) % n80], (9i32, a84[v113[1] % n80][5i64 % n80], 0i32)) (#one (#one (a81[0]) : #one f32 | #two | #three) : #one (#one f32 | #two | #three) | #two i8 | #three | #four) (copy (reverse (tabulate 1 (\x114 -> (#none : t45 u64))))) (a82[0], a82[0])))
let v115[1] = ix107 << 1i64
in replicate k111 (a85))) for ix116 < 1i64 do  -- \	
let s112 = s112 with [(w47 (7i8)) % k111] = (s112[9i64 % k111])
in s112
in (ix107 + 1, s106)
in (v118, v105, a86, a85, a84, a83, a82, a81)
-- ==
-- input { [1.75f32] [-1i16, -5i16, 1i16] [0.75f64] [[2u32, 12u32, 5u32], [1u32, 1u32, 1u32], [6u32, 3u32, 2u32]] 8u64 true }
