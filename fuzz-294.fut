-- Stage c: the compiled program crashes.
-- Reproduce with: ravel fuzz --language=futhark --seed=294 --count=1 --target=c
-- ended by signal 11: 
def fn1 't2 (a3: (i16, (u16, u8), [3](i64, i64))) (a4: t2): u64 = 
let v9 = if true then (1.0f64) else (
let v8: [4]u64 = if if false then ((a3.2)[((a3.2)[1].1) % 3].0) == ((a3.2)[0].1) else false then ( -- ??/
let (v5, v6) = (a3.1.0 + (a3.1.0 %% 2u16), {a = a3.0 & 7, b = 3i32})
in [6u64, 0u64, 7u64, 0u64]) else (iterate 1 (\(x7: [4]u64) -> scan u64.max u64.lowest x7) [0u64, 7u64, 1u64, 6u64])
in (8.5f64 + 7.0f64) + 8.0)
in u64.min 5u64 (u64.u64 5u64)

def fn10 [n11] [n12] (a13: #one | #two | #three) (a14: *[n12]i8) (a15: [n11]i16): ([n12](u16, f32), [n11]i8) = 
let v16 = (#four : #one (#one i16 | #two u16 | #three f32) | #two u64 | #three bool | #four)
in (scan (\(l17, l19) (r18, r20) -> ((+) l17 r18, f32.min l19 r20)) (0u16, f32.highest) (zip (map (\x21: u16 -> 8u16) (iota n12)) (tabulate n12 (\(x22: i64) -> 0.5f32))), copy (zip a15 a15 |> map (\x23 -> (reduce_comm (+) 0i8 (map (\x24 -> a14[n12 % n12]) a15)))))

type t25 't26 = #none | #some t26

type t27 [n28] 't29 = {data: [n28]t29, value: t29}

def fn30 (a31: (t27 [3] u8, [3]f64)) (a32: i64) (a33: [2]bool): (bool, i64) = (a33[0], i64.neg a32)

type t34 [n35] 't36 = t27 [n35] t36 -- ??/

entry main [n37] [n38] (a39: [n37]i64) (a40: [n38]i64) (a41: [n37]f32) (a42: [n38][n38]i64) (a43: u64) =
let start = 0i32
let [k61] (v60: [k61]i64) = filter (\x44 ->  -- \	
let (v58, v59) =
loop (s45: {data: [n38]f64, value: f64}, s46: #one | #two u16) = ({data = map (\((p47, p48): ([n38]i64, [n38]i64)): f64 -> 3.0f64) (zip a42 a42), value = 4.0f64}, (#two (0x2u16 | 0x5u16) : #one | #two u16)) for x49 in a42 do 
let v53: [n37][n38](u16, u64) = map (\x50: [n38](u16, u64) -> copy (zip a42 x49 |> map (\((p51, p52): ([n38]i64, i64)) -> (79u16, a43)))) a41
let v54 = f64.u16 ((v53[n37 % n37][0].0) & 15)
let v57 = if 1i8 != (if false then 112i8 else 9i8) then {data = map (\(x55: i64): bool -> true) (iota (n37 + 1)), value = (x49 |> map (\(x56: i64) -> true) |> reduce (||) false)} else {data = (replicate n37 (false)) ++ (replicate 1 (false)), value = false}
in ({data = scan f64.max f64.lowest s45.data, value = v54 + v54}, (#one : #one | #two u16))
in false) a40
let fn62 [n63] (a64: t34 [n38] u16) (a65: *[n63](i8, i64)): [4]f64 =  -- \
let v66 = [(i32.u64 a43) - 36, 1i32]
in reduce_by_index (copy (replicate 4 (8.0f64))) f64.min f64.highest (map3 (\x75 x76 ((p77, p78): (i8, i64)) ->  -- \ 
let v79 = (6u16, 10.5f64)
let v80 = (((8i16, p77), v66[1]), (#some (p78 - p78) : t25 i64))
in (a42 |> map (\(x81: [n38]i64) -> x81[p78 % n38]) |> reduce_comm (\x y -> x + y) 0i64)) a65 a65 a65) (tabulate n63 (\(x67: i64): f64 -> 
let [k70] (v69: [k70]i64) = filter (\(x68: i64) -> false) a39
let v74: (bool, i64) = fn30 ({data = map (\x71 -> 1u8) (iota 3), value = 0x4u8}, map (\(x72: i64) -> 0.25f64) (iota 3)) (9i64 - 5) (hist (||) false 2 (map (\x73 -> 7i64) (iota (k70 * (k70 + 1)))) (replicate (k70 * (k70 + 1)) (false)))
in 1.5f64)) -- */
let (_, v96, v97) = -- \	
loop (ix85, s82: #one i32 | #two | #three [n37 * n37]u64 | #four i16, s83: *[k61](#one {a: f32, b: f32} | #two | #three u8 | #four i16)) = (0i64, copy (#three (reduce_by_index (copy (replicate (n37 * n37) (a43))) (*) 1u64 (iota 3) [a43, a43, a43]) : #one i32 | #two | #three [n37 * n37]u64 | #four i16), copy (copy (v60 |> map (\(x84: i64) -> (#three (3u8) : #one {a: f32, b: f32} | #two | #three u8 | #four i16))))) while ix85 < 2 do 
let (v94, v95) =
loop (s86, s87: #one i8 | #two [1]u64 | #three i32) = ((#three : #one u32 | #two bool | #three), iterate 1 (\(x88: #one i8 | #two [1]u64 | #three i32) -> 
let (v89, v90) = fn30 ({data = [0x2u8, 7u8, 3u8], value = 46u8}, [6.5f64, 5.0f64, 4.5f64]) (n37) [true, false]
let v92 = if true then ({data = replicate k61 (9.5f64), value = 5.0f64}, {data = map i64.abs (iota (k61 * n37)), value = ix85}, 3.0f64) else ({data = tabulate k61 (\x91 -> 6.0f64), value = 1.0f64}, {data = tabulate (k61 * n37) (+ 0x1i64), value = a40[0]}, 11.0f64)
in x88) (#one (7i8) : #one i8 | #two [1]u64 | #three i32)) for ix93 < k61 do (s86, s87)
in (ix85 + 1, s82, s83)
in (v60, k61, a43, a42, a41, a40, a39, n38)
-- ==
-- input { [13i64, 14i64, 12i64] [9i64, -4i64, -4i64, -9i64] [-1.5f32, 1.25f32, 1.5f32] [[3i64, -2i64, 10i64, 0i64], [11i64, 12i64, -8i64, -9i64], [-3i64, 10i64, -2i64, 12i64], [7i64, -3i64, 5i64, 5i64]] 2u64 }
