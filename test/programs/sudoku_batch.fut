-- Many sudokus at once. Candidates are bits; single candidates and single places are filled in until nothing changes,
-- then one cell is guessed, with a stack of states in an array for every puzzle.

type board = [81]u16

def all_bits: u16 = 0x1ff

def row_of (i: i64) = i / 9
def col_of (i: i64) = i % 9
def box_of (i: i64) = i / 27 * 3 + i % 9 / 3

def unit_cell (unit: i64) (k: i64): i64 =
  if unit < 9 then unit * 9 + k
  else if unit < 18 then k * 9 + (unit - 9)
  else let b = unit - 18 in (b / 3 * 3 + k / 3) * 9 + b % 3 * 3 + k % 3

def is_single (x: u16): bool = u16.popc x == 1

-- Bits that occur exactly once in a unit, by a reduction over pairs.
def once_in (xs: [9]u16): u16 =
  let op (o1: u16, m1: u16) (o2: u16, m2: u16) = ((o1 & !(o2 | m2)) | (o2 & !(o1 | m1)), m1 | m2 | (o1 & o2))
  in (reduce op (0, 0) (map (\x -> (x, 0)) xs)).0

def propagate_once (b: board): board =
  let fixed unit = reduce (|) 0 (map (\k -> let x = b[unit_cell unit k] in if is_single x then x else 0) (iota 9))
  let fixeds = map fixed (iota 27)
  let onces = map (\u -> once_in (map (\k -> b[unit_cell u k]) (iota 9))) (iota 27)
  in map2 (\x i ->
      if is_single x then
        -- a value that is fixed twice in a unit is a contradiction
        let clash unit = i64.sum (map (\k -> i64.bool (b[unit_cell unit k] == x)) (iota 9)) > 1
        in if clash (row_of i) || clash (9 + col_of i) || clash (18 + box_of i) then 0 else x
      else let y = x & !(fixeds[row_of i] | fixeds[9 + col_of i] | fixeds[18 + box_of i])
           let only = y & (onces[row_of i] | onces[9 + col_of i] | onces[18 + box_of i])
           in if u16.popc only == 1 then only else y) b (iota 81)

def propagate (b: board): board =
  (loop (b, changed) = (b, true) while changed do
     let next = propagate_once b
     in (next, or (map2 (!=) next b))).0

type status = #solved | #dead | #open i64

def judge (b: board): status =
  let least (c1: i32, i1: i64) (c2: i32, i2: i64) = if c1 < c2 || (c1 == c2 && i1 < i2) then (c1, i1) else (c2, i2)
  let counts = map u16.popc b
  in if any (== 0) counts then #dead
     else let (c, i) = reduce_comm least (99, 81) (map2 (\c i -> (if c == 1 then 99 else c, i)) counts (iota 81))
          in if c == 99 then #solved else #open i

def depth: i64 = 40

def solve (start: board): (board, i32, bool) =
  let stack = replicate depth (replicate 81 0u16)
  let stack[0] = start
  let (_, _, answer, guesses, found) =
    loop (stack, top, answer, guesses, found) = (stack, 1i64, replicate 81 0u16, 0i32, false) while top > 0 && !found do
      let b = propagate (copy stack[top - 1])
      in match judge b
         case #dead -> (stack, top - 1, answer, guesses, false)
         case #solved -> (stack, top, b, guesses, true)
         case #open i ->
           let bit = b[i] & (u16.neg b[i])
           let without = copy b with [i] = b[i] & !bit
           let with_it = copy b with [i] = bit
           in if top >= depth then (stack, 0, answer, guesses, false)
              else (stack with [top - 1] = without with [top] = with_it, top + 1, answer, guesses + 1, false)
  in (answer, guesses, found)

def parse (cells: [81]u8): board = map (\c -> if c == 0 then all_bits else 1 << (u16.u8 c - 1)) cells
def show (b: board): [81]u8 = map (\x -> if is_single x then u8.i32 (u16.ctz x) + 1 else 0) b

def valid (b: [81]u8): bool =
  all (\u -> 0x3fe == reduce (|) 0u16 (map (\k -> 1 << u16.u8 b[unit_cell u k]) (iota 9))) (iota 27)

entry solve_all [n] (puzzles: [n][81]u8): ([n][81]u8, [n]bool) =
  let (boards, _, found) = unzip3 (map (parse >-> solve) puzzles)
  in (map show boards, found)

-- A known grid, shuffled by digits and by rows in bands, with cells taken out; the answers must fit and be valid.
entry generated (n: i64) (clues: u32): (i64, bool) =
  let noise (i: i64): u32 =
    let x = u32.i64 i * 2654435761
    let x = (x ^ (x >> 15)) * 0x85ebca6b
    let x = (x ^ (x >> 13)) * 0xc2b2ae35
    in x ^ (x >> 16)
  let grid (p: i64): [81]u8 =
    let turn = i64.u32 (noise (p * 1000)) % 9
    let band = i64.u32 (noise (p * 1000 + 1)) % 3
    in tabulate 81 (\i -> let (r, c) = ((row_of i + band * 3) % 9, col_of i)
                          let v = (r * 3 + r / 3 + c) % 9
                          in u8.i64 ((v * 4 + turn) % 9) + 1)
  let puzzles = map (\p -> map2 (\v i -> if noise (p * 1000 + 10 + i) % 81 < clues then v else 0) (grid p) (iota 81)) (iota n)
  let (answers, found) = solve_all puzzles
  let fits = map2 (\a q -> valid a && and (map2 (\x y -> y == 0 || x == y) a q)) answers puzzles
  in (i64.sum (map i64.bool found), and (map2 (\f g -> !f || g) found fits))

-- ==
-- entry: solve_all
-- input { [[5u8, 3u8, 0u8, 0u8, 7u8, 0u8, 0u8, 0u8, 0u8, 6u8, 0u8, 0u8, 1u8, 9u8, 5u8, 0u8, 0u8, 0u8, 0u8, 9u8, 8u8, 0u8, 0u8, 0u8, 0u8, 6u8, 0u8, 8u8, 0u8, 0u8, 0u8, 6u8, 0u8, 0u8, 0u8, 3u8, 4u8, 0u8, 0u8, 8u8, 0u8, 3u8, 0u8, 0u8, 1u8, 7u8, 0u8, 0u8, 0u8, 2u8, 0u8, 0u8, 0u8, 6u8, 0u8, 6u8, 0u8, 0u8, 0u8, 0u8, 2u8, 8u8, 0u8, 0u8, 0u8, 0u8, 4u8, 1u8, 9u8, 0u8, 0u8, 5u8, 0u8, 0u8, 0u8, 0u8, 8u8, 0u8, 0u8, 7u8, 9u8], [8u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 3u8, 6u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 7u8, 0u8, 0u8, 9u8, 0u8, 2u8, 0u8, 0u8, 0u8, 5u8, 0u8, 0u8, 0u8, 7u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 4u8, 5u8, 7u8, 0u8, 0u8, 0u8, 0u8, 0u8, 1u8, 0u8, 0u8, 0u8, 3u8, 0u8, 0u8, 0u8, 1u8, 0u8, 0u8, 0u8, 0u8, 6u8, 8u8, 0u8, 0u8, 8u8, 5u8, 0u8, 0u8, 0u8, 1u8, 0u8, 0u8, 9u8, 0u8, 0u8, 0u8, 0u8, 4u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 1u8, 0u8, 4u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 2u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 5u8, 0u8, 4u8, 0u8, 7u8, 0u8, 0u8, 8u8, 0u8, 0u8, 0u8, 3u8, 0u8, 0u8, 0u8, 0u8, 1u8, 0u8, 9u8, 0u8, 0u8, 0u8, 0u8, 3u8, 0u8, 0u8, 4u8, 0u8, 0u8, 2u8, 0u8, 0u8, 0u8, 5u8, 0u8, 1u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 8u8, 0u8, 6u8, 0u8, 0u8, 0u8], [5u8, 3u8, 5u8, 0u8, 7u8, 0u8, 0u8, 0u8, 0u8, 6u8, 0u8, 0u8, 1u8, 9u8, 5u8, 0u8, 0u8, 0u8, 0u8, 9u8, 8u8, 0u8, 0u8, 0u8, 0u8, 6u8, 0u8, 8u8, 0u8, 0u8, 0u8, 6u8, 0u8, 0u8, 0u8, 3u8, 4u8, 0u8, 0u8, 8u8, 0u8, 3u8, 0u8, 0u8, 1u8, 7u8, 0u8, 0u8, 0u8, 2u8, 0u8, 0u8, 0u8, 6u8, 0u8, 6u8, 0u8, 0u8, 0u8, 0u8, 2u8, 8u8, 0u8, 0u8, 0u8, 0u8, 4u8, 1u8, 9u8, 0u8, 0u8, 5u8, 0u8, 0u8, 0u8, 0u8, 8u8, 0u8, 0u8, 7u8, 9u8]] }
-- output { [[5u8, 3u8, 4u8, 6u8, 7u8, 8u8, 9u8, 1u8, 2u8, 6u8, 7u8, 2u8, 1u8, 9u8, 5u8, 3u8, 4u8, 8u8, 1u8, 9u8, 8u8, 3u8, 4u8, 2u8, 5u8, 6u8, 7u8, 8u8, 5u8, 9u8, 7u8, 6u8, 1u8, 4u8, 2u8, 3u8, 4u8, 2u8, 6u8, 8u8, 5u8, 3u8, 7u8, 9u8, 1u8, 7u8, 1u8, 3u8, 9u8, 2u8, 4u8, 8u8, 5u8, 6u8, 9u8, 6u8, 1u8, 5u8, 3u8, 7u8, 2u8, 8u8, 4u8, 2u8, 8u8, 7u8, 4u8, 1u8, 9u8, 6u8, 3u8, 5u8, 3u8, 4u8, 5u8, 2u8, 8u8, 6u8, 1u8, 7u8, 9u8], [8u8, 1u8, 2u8, 7u8, 5u8, 3u8, 6u8, 4u8, 9u8, 9u8, 4u8, 3u8, 6u8, 8u8, 2u8, 1u8, 7u8, 5u8, 6u8, 7u8, 5u8, 4u8, 9u8, 1u8, 2u8, 8u8, 3u8, 1u8, 5u8, 4u8, 2u8, 3u8, 7u8, 8u8, 9u8, 6u8, 3u8, 6u8, 9u8, 8u8, 4u8, 5u8, 7u8, 2u8, 1u8, 2u8, 8u8, 7u8, 1u8, 6u8, 9u8, 5u8, 3u8, 4u8, 5u8, 2u8, 1u8, 9u8, 7u8, 4u8, 3u8, 6u8, 8u8, 4u8, 3u8, 8u8, 5u8, 2u8, 6u8, 9u8, 1u8, 7u8, 7u8, 9u8, 6u8, 3u8, 1u8, 8u8, 4u8, 5u8, 2u8], [6u8, 9u8, 3u8, 7u8, 8u8, 4u8, 5u8, 1u8, 2u8, 4u8, 8u8, 7u8, 5u8, 1u8, 2u8, 9u8, 3u8, 6u8, 1u8, 2u8, 5u8, 9u8, 6u8, 3u8, 8u8, 7u8, 4u8, 9u8, 3u8, 2u8, 6u8, 5u8, 1u8, 4u8, 8u8, 7u8, 5u8, 6u8, 8u8, 2u8, 4u8, 7u8, 3u8, 9u8, 1u8, 7u8, 4u8, 1u8, 3u8, 9u8, 8u8, 6u8, 2u8, 5u8, 3u8, 1u8, 9u8, 4u8, 7u8, 5u8, 2u8, 6u8, 8u8, 8u8, 5u8, 6u8, 1u8, 2u8, 9u8, 7u8, 4u8, 3u8, 2u8, 7u8, 4u8, 8u8, 3u8, 6u8, 1u8, 5u8, 9u8], [0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8]] [true, true, true, false] }

-- ==
-- entry: generated
-- input { 4i64 40u32 } output { 4i64 true }
-- input { 10i64 30u32 } output { 10i64 true }
