-- Stage interpret: the compiler hangs.
-- Reproduce with: ravel fuzz --language=futhark --seed=770025 --count=1
-- signal 24
type t1 [n2] = {data: [n2]i32, value: i32, count: i64}

module type S3 = {
  type t
  val zero: t
  val make: i64 -> t
  val join: t -> t -> t
  val weigh: t -> i64
}

module F4 (P5: S3) = {
def fn7 [n8] [n9] 't10 (a11: {a: u16, b: i64}) (a12: t1 [n9]) (a13: [n8]t10): t10 -> #one i8 | #two i16 = \(a14: t10) -> 
let v15 = copy a13
let v15[0] = copy (a13[n8 % n8])
let (_, v42) =
loop (ix22, s16: [n9 + 1]u64) = (0i64, (((u64.min ([0x1u64] : [1]u64) ([6u64] : [1]u64)) ++ (tabulate n9 (\x17 -> 1u64))) :> [n9 + 1]u64)) while ix22 < 0 do 
let (v36, v37) =
loop (s23, s24: *[n9]u16) = (copy ((
let v25 = copy s16
let v25 = v25 with [(reduce_comm (\x y -> x + y) 0i64 (map (\(x26: u64) -> ix22) s16)) % (n9 + 1)] = (6u64)
in (#one : #one | #two)), P5.zero), copy (tabulate n9 (\(x27: i64) -> a11.a))) for ix28 < (n9 + 1) do 
let v29 = tail s16
let [k32] (v31: [k32]t10) = filter (\(x30: t10): bool -> true) a13
let v35 = if (v31 |> map (\x34 -> k32) |> reduce (+) 0i64) != (i64.i8 0x0i8) then i8.min (4i8 ** 2i8) (reduce (^) 0i8 (map (\x33 -> 1i8) v31)) else 0i8
in (((#one : #one | #two), s23.1), s24)
let v38 = copy s16
let v38 = v38 with [0] = ((s16[a11.b % (n9 + 1)]) ^ (0u64 - (s16[ix22 % (n9 + 1)])))
in (ix22 + 1, (u64.i8 (replicate n9 (5i8) : [n9]i8)) ++ (if true then [v38[1i64 % (n9 + 1)]] else tabulate 1 (\(x41: i64) -> v38[0])))
let v43: P5.t = P5.join P5.zero P5.zero
let v44: i64 = P5.weigh P5.zero
in (#one (6i8) : #one i8 | #two i16)
def fn45 [n46] (a47: u8) (a48: [n46]bool) (g49: u8 -> f32): u16 = 9u16
}

module M50: S3 = {
  type t = (i32, f32)
  def zero: t = (1i32 ** 2i32, 0.0f32 - 6.0f32)
  def make (a51: i64): t = 
let (v53, v54) = if false then (
let v52 = u8.sgn 5u8
in (4u32, [(3.25f32, a51), (6.5f32, a51), (6.0f32, a51), (8.5f32, a51)])) else ((0x7u32, [(6.0f32, a51), (6.0f32, a51), (7.0f32, a51), (7.0f32, a51)]))
in (3i32, v54[v54[3].1 % 4].0)
  def join (a55: t) (a56: t): t = a55
  def weigh (a57: t): i64 = 3i64
}

module M58 = F4 M50

def fn59 [n60] (a61: u16) (a62: [n60]i32): (u32, {a: i32, b: i32}, ({a: u8}, i32)) = 
let v63 = replicate 2 {a = u16.i16 3i16, b = if true then false else false}
let v63[n60 % 2] = {a = (v63[n60 % 2].a) - 8u16, b = (v63 |> map (\(x64: {a: u16, b: bool}) -> x64.b) |> reduce_comm (&&) true)}
let v65 = if (v63[n60 % 2].b) || false then true else v63[0].b
let v66 = v63 with [n60 % 2].b = v65
in if (4u8 + 6u8) < (if v66[1].b then 7u8 else 2u8) then (
let v67 = v66[0].a
let (v79, v80) =
loop (s68: [n60](i64, M50.t, #one u32 | #two i64 | #three i8), s69: M50.t) = (map (\(p70, p71) -> copy ((6i64, M50.zero, (#one (8u32) : #one u32 | #two i64 | #three i8)))) (zip a62 a62), if false then M50.zero else M50.zero) for ix72 < n60 do 
let v73 = copy v66
let v73[0] = {a = (v73[6i64 % 2].a) - (v66[ix72 % 2].a), b = (v66[ix72 % 2].b) && (v73[ix72 % 2].b)}
in (scatter (copy (map2 (\(x77: (i64, M50.t, #one u32 | #two i64 | #three i8)) x78 -> x77) s68 a62)) (iota n60) (copy (s68 |> map (\((p74, p75, p76): (i64, M50.t, #one u32 | #two i64 | #three i8)) -> copy ((9i64, M50.zero, p76))))), s69)
in (0u32, {a = 7i32, b = 0x4i32}, ({a = 8u8}, 6i32))) else if v66[n60 % 2].b then (1u32, {a = 7i32, b = 0i32}, ({a = 7u8}, 1i32)) else if v66[n60 % 2].b then (0x8u32, {a = 9i32, b = 9i32}, ({a = 6u8}, 3i32)) else (0u32, {a = 8i32, b = 2i32}, ({a = 1u8}, 6i32))

type t81 = #none | #some f32 | #both (f32, i32)

def fn82 't83 (a84: u64) (a85: [1][4]i32) (a86: t83): t83 = 
let v87 = M50.join M50.zero M50.zero
let (_, v101, v102) =
loop (ix91, s88: i8, s89) = (0i64, (reduce (\x y -> x + y) 0i8 (map (\(x90: [4]i32): i8 -> 3i8) a85)) + (1i8 * 0), 8i8) while ix91 < 1 do 
let v96: i32 = if false then (
let v92 = M50.weigh v87
in i32.abs (a85[3i64 % 1][3i64 % 4])) else (
let k93 = 1 + ix91 % 3
let v95 = tabulate k93 (\x94: i16 -> i16.min 7i16 3i16)
in a85[k93 % 1][1])
let v100 = filter (\(x97: [4]i32) -> foldl (\(x98: bool) (x99: i32): bool -> 1u8 != 2u8) (!false) x97) a85
in (ix91 + 1, i8.sgn (i8.min s89 0x4i8), s89 + 5i8)
let v103 = copy a85
let v110 = scatter v103 (map (* 1) (iota 4)) (copy (
let v105: [4]u8 = map (\(x104: i64) -> 6u8) (iota 4)
let (v106, v107) = ((u8.i64 7i64, 9u8), v87)
in [v103[0i64 % 1], tabulate 4 (\(x108: i64) -> v103[x108 % 1][x108 % 4]), v103[0], tabulate 4 (\(x109: i64) -> 9i32)]))
in a86

def w111 (w112: u8): i64 = let w113 = map (\i -> [w112, u8.i64 i]) (iota 3) let w114 = copy w113 let w114[0] = [1u8, 5u8] let w114[0, 1] = w112 in length w114 + length w114[0]

type t116 [n117] = {data: [n117]i32, value: i32}

entry main [n118] [n119] (a120: *[n118]f32) (a121: [n119]u64) (a122: [n118]i8) (a123: [n119][n119]i32) (a124: bool) =
let start = 0i32
let (v146, v147) =
loop (s125: f32, s126: *[4]i32) = ((reduce f32.max f32.lowest (map (\x127 -> a120[0]) a120)) + 0.0, copy (if true then fn82 (a121[n119 % n119]) (tabulate 1 (\x128 -> map (\(x129: i64) -> 55i32) (iota 4))) [a123[n118 % n119][n119 % n119], 4i32, a123[n119 % n119][0], a123[0][n119 % n119]] else [a123[0][n119 % n119], a123[0][n118 % n119], a123[n119 % n119][n119 % n119], 2i32])) for ix130 < n118 do 
let v132 = s126 with [0] = ((fn82 (5u64) (tabulate 1 (\(x131: i64): [4]i32 -> s126)) (a123[n118 % n119][ix130 % n119])) % 10i32)
let v134 = filter (\x133: bool -> a124) a121
let (v143, v144) =
loop (s135: i64, s136) = (ix130, ((reduce (^) 0u8 (map (\x137 -> 2u8) a122)), fn82 (a121[0]) [v132] (0u8))) for x138 in v134 do 
let v139: t81 = (#none : t81)
let v140 = copy a122
let v140[0] = v140[s135 % n118]
in (103i64, (foldr (\(x141: i32) x142 -> s136.0) s136.1 v132, s136.1))
in ((a121 |> map (\x145 -> 2.0f32) |> reduce f32.max f32.lowest), v132)
let v162 = (reduce i32.max i32.lowest (map (\(x148: [n119]i32) -> 
let v149: M50.t = M50.make (n119)
let v157 =
loop (s150: ([n119]M50.t, u16)) = ((
let v151 = w111 (1u8)
in replicate n119 v149), if a124 then 2u16 else 9u16) for ix152 < 0i64 do 
let v153 = copy x148
let v153[0] = x148[ix152 % n119]
let v154: (bool, i32) = (a124, ((x148[ix152 % n119]) * (v153[5i64 % n119])) * 8)
let v153 = v153 with [(w111 (1u8)) % n119] = (foldr (\(x155: i32) (x156: i32): i32 -> x156) (v154.1 ^ 6) v153)
in if a124 then s150 else (s150.0, s150.1)
in foldr (\(x158: f32) (x159: i32) -> v147[n119 % 4]) (x148[n118 % n119]) a120) a123)) & ((foldl (\x160 (x161: [n119]i32): i32 -> a123[n119 % n119][n119 % n119]) (v147[4i64 % 4]) a123) - 0i32)
let v188 =
loop s163 = foldr (\(x164: i32) (x165: i64) -> 
let v166 = copy a123
let v168 = scatter v166 (map (* 2) (iota n119)) (copy (scan (map2 (*)) (replicate n119 1i32) (copy (v166 |> map (\(x167: [n119]i32) -> v166[n119 % n119])))))
in if a124 then 3i64 else x165) n118 v147 for ix169 < 2i32 do 
let [k172] (v171: [k172]i32) = filter (\(x170: i32) -> a124) v147
let (_, v184) =
loop (ix175, s173: [n119 + 1]M50.t) = (0i64, map (\x174 -> copy (M50.zero)) (iota (n119 + 1))) while ix175 < 2 do 
let v176 = copy s173
let v177 = v176 with [ix175 % (n119 + 1)] = (copy (v176[n118 % (n119 + 1)]))
let v178 = scatter v177 (map (* 1) (iota 2)) (copy ([s173[n118 % (n119 + 1)], v177[0]][::-1]))
let v179 = v178 with [1] = (copy M50.zero)
in (ix175 + 1, (((map (\x183 -> s173[1]) (iota 1)) ++ (map3 (\(x180: u64) (x181: u64) x182 -> copy (M50.zero)) a121 a121 a121)) :> [n119 + 1]M50.t))
let v187 =
loop (s185: [k172](i32, #one u32 | #two i32 | #three, {a: i32, b: i8, c: i32})) = fn82 (a121[k172 % n119]) [v147] (replicate k172 (v147[0], (#one (1u32) : #one u32 | #two i32 | #three), {a = a123[k172 % n119][0], b = a122[k172 % n118], c = 4i32})) for ix186 < 3i32 do s185
in n119
let w190 = 0 * length a123 + 4294967296
let w189 = length (flatten (lmad.slice_2d a123 0 w190 0 w190 0))
in (w189, v188, v162, v147, v146, a124, a123, a122)
-- It is doomed: rows have too many elements.
-- ==
-- input { [0.75f32] [14u64] [1i8] [[6i32]] true } error: .
