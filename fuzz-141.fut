-- Stage c: the C compiler refuses the program.
-- Reproduce with: ravel fuzz --language=futhark --seed=141 --count=1 --target=c
-- the C compiler failed
module type S1 = {
  type t
  val zero: t
  val make: i64 -> t -- \
  val join: t -> t -> t
  val weigh: t -> i64 -- \	
}

module F2 (P3: S1) = {
def fn5 [n6] [n7] (a8: P3.t) (a9: [n6]i64) (a10: [n7]u64): *[1]u8 = 
let r = 
let v29: bool = if true then ( -- \	
let [k13] (v12: [k13]u64) = filter (\x11 -> if true then 7i32 >= 97i32 else 3u16 >= 2u16) a10
let (_, v24) =
loop (ix17, s14: [k13 + 1]{a: u32}) = (0i64, scatter (copy (copy (tabulate (k13 + 1) (\x16 -> {a = 1u32})))) (iota n7) (tabulate n7 (\(x15: i64) -> {a = 34u32}))) while ix17 < 2 do 
let v18 = a9[::2]
let v20 = filter (\x19: bool -> false) a9
in (ix17 + 1, concat (#[trace(t23)] (iterate 2 (\(x22: [k13]{a: u32}) -> x22) (map (\(x21: i64) -> {a = s14[k13 % (k13 + 1)].a}) (iota k13)))) [s14[0]])
in foldl (\(x25: bool) x26 -> if x25 then true else x25) (foldr (\x27 (x28: bool) -> x28) true v12) a9) else (false)
in [(#[trace(t30)] (0u8))]
in copy r
def fn31 (a32: (u8, u8, P3.t)) (a33: #one (i64, #one u16 | #two, f64) | #two i16 | #three i32) (a34: ([2]i32, [3]i8)) = 4.5f64
}

module M35 = {
  type t = (bool, i64, i64)
  def zero: t = (false, 7i64, 2i64)
  def make (a36: i64): t = (false, a36, a36)
  def join (a37: t) (a38: t): t = a38
  def weigh (a39: t): i64 = a39.2
}

module M40 = F2 M35

module M41 = {
  type t = #one | #two i64 | #three bool | #four
  def zero: t = (#two (M35.zero.2) : #one | #two i64 | #three bool | #four)
  def make (a42: i64): t = (#four : #one | #two i64 | #three bool | #four)
  def join (a43: t) (a44: t): t = a43
  def weigh (a45: t): i64 = M35.zero.1
}

module M46 = F2 M41

def c47: i64 = 2

def fn48 [n49] [n50] (a51: [n50]u8) (a52: *[n49]bool): ((u16, i32), [n49 * 3]f32, {a: u8}) = 
let v53 = a52 with [(14i64 - n49) % n49] = (false)
let v53[c47 % n49] = v53[n49 % n49]
let v55 = if (v53[n50 % n49]) && (v53[n49 % n49]) then {a = 5.0f32 - 1.5, b = 0.0f32} else {a = 0.5f32 - 4.0f32, b = (#[trace(t54)] (if v53[0] then 9.5f32 else 3.0f32))}
let v56: #one | #two i64 | #three bool | #four = M41.make (n50 // 7i64)
let v57 = M41.join (#three (M35.zero.0) : #one | #two i64 | #three bool | #four) v56
in ((8u16, 2i32 + 9i32), hist f32.max f32.lowest (n49 * 3) (scatter (copy (iota 1)) (iota (n49 * 4)) (iota (n49 * 4))) (
let k58 = 1 + (i64.sgn M35.zero.1) % 3
in [v55.b]), {a = (reduce u8.min u8.highest (map (\x60 -> a51[M35.zero.1 % n50]) v53))})

def fn61 [n62] [n63] (a64: #one | #two i32) (a65: [n62]{a: u64, b: i64}) (a66: [n63]i16): u16 = 
let v68: [n63](i32, i8) = copy (zip a66 a66 |> map (\(x67: (i16, i16)) -> (if M35.zero.0 then 7i32 else 1i32, 6i8)))
let v71 = if (M35.zero.0 && true) && (M35.zero.0 && M35.zero.0) then {a = foldr (\x69 (x70: u64) -> x70) 9u64 v68} else {a = 19u64 | 6u64}
in u16.u8 (if M35.zero.0 then 0u8 else u8.min 0u8 95u8)

entry main [n72] [n73] (a74: *[n72]u64) (a75: [n73]f32) (a76: [n72]u32) (a77: [n73][n73]bool) (a78: u64) = -- \	
let start = 0i32 -- \
let [k83] (v82: [k83][n73]bool) = filter (\(x79: [n73]bool) -> (foldr (\x80 x81: bool -> x81) (x79[n73 % n73]) x79) != (false && M35.zero.0)) a77
let v84 = M41.make (n72)
let [k87] (v86: [k87][n73]bool) = filter (\(x85: [n73]bool): bool -> x85[n73 % n73]) a77
let v92 = map2 (\(x88: [n73]bool) (x89: [n73]bool) -> foldr (\(x90: [n73]bool) x91 -> x91) (i32.u64 (a74[c47 % n72])) v82) v82 v82
let (v117, v118) =
loop (s93: [4]i8, s94) = ([(#[trace(t95)] (1i8 | 9i8)), 44i8, 1i8, 73i8], 2u8 % 11u8) for ix96 < k87 do 
let v105 =
loop (s97: [1]i64) = iterate 3 (\(x100: [1]i64) -> x100) (reduce_by_index (copy [2i64]) (\x y -> x + y) 0i64 (tabulate k87 (\(x99: i64) -> n72)) (tabulate k87 (\(x98: i64) -> ix96))) for ix101 < 2i64 do  -- ??/
let (v103, v104) = copy (partition (\x102 -> false) v92) -- ??/
in s97
let v111 = filter (\x106 -> 
let v107 = v105[0:k83 % 1] -- /* \
let (_, v109, v110) = M35.make (M35.weigh (true, v105[0], v105[n73 % 1]))
in M35.zero.0) s93
in (map3 (\(x112: i8) (x113: i8) x114 ->  -- /* \
let v115 = copy a75
let v116 = v115 with [v105[0] % n73] = (2.0f32)
in x112) s93 s93 s93, s94 << 1u8)
let v127: i64 = (reduce (^) 0i64 (map (\(x119: f32): i64 -> 
let v121 = (#[trace(t120)] (a76[0]))
let v126 =
loop s122 = {a = v118 - v118} for ix123 < k83 do 
let k124 = 1 + 32i64 % 3 -- */
in {a = (#[trace(t125)] (u8.u32 58u32))} -- \	
in n73) a75))
let v128: bool = a77[(c47 // 7i64) % n73][(n72 >> 4i64) % n73]
let v134 =
loop s129 = (v128, 7u16) for x130 in v117 do  -- \
let v131 = a75[0]
let v132 = copy a76
let v133 = v132 with [k83 % n72] = (v132[0])
in s129
let v137 = scatter a74 (map (* 2) (iota k83)) (copy (#[trace(t136)] (map (\x135 -> a78) v92)))
let v156: [n73]u32 = if (v92 |> map (\x138 -> (v117[n72 % 4]) < v117[0]) |> reduce_comm (||) false) then ( -- \	
let v147 =
loop s139 = 0x2i32 + (v92 |> map (\(x140: i32) -> x140) |> reduce (+) 0i32) for ix141 < 2i32 do 
let v142 = v118 ^ v118
let (v144, v145) = copy (partition (\x143 -> true) a75)
let v146 = 2u64
in 7i32
in map (\x148 -> 
let [k151] (v150: [k151]u64) = filter (\(x149: u64) -> (5i64 & x148) != x148) v137
let v152: u8 = if v128 != (if v134.0 then true else v134.0) then (v118 & 3) + 5 else v118
in a76[0] | 6u32) (iota n73)) else (map2 (\(x153: [n73]bool) (x154: [n73]bool): u32 -> 
let v155 = x154[0:0]
in a76[0]) a77 a77) -- /* \
let k157 = 1 + (M35.weigh (if M35.zero.0 then (false, M35.zero.1, v127) else M35.zero)) % 3
let v156[(M41.weigh (#four : #one | #two i64 | #three bool | #four)) % n73] = a76[k83 % n72]
let v161 =
loop (s158: [n72](u16, {a: u32, b: u32, c: i64}, {a: u32, b: f64})) = copy (v137 |> map (\x159: (u16, {a: u32, b: u32, c: i64}, {a: u32, b: f64}) -> (v134.1, {a = a76[0], b = v156[0], c = k83}, {a = 4u32, b = 5.5f64}))) for ix160 < 3i64 do s158
in (v156, k157, v137, v128, v127, v118, v117, v92)
-- ==
-- input { [6u64, 4u64] [-1.25f32, 0.0f32, 2.0f32] [11u32, 2u32] [[false, false, true], [true, false, true], [false, false, false]] 9u64 }
