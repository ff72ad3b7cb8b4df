-- Text: search, words, run lengths, balanced brackets by a scan, numbers by a state machine, Caesar, histogram of letters,
-- a regular expression as a composed automaton.
entry find [n] [m] (text: [n]u8) (pattern: [m]u8) : []i64 =
  filter (\i -> i + m <= n && and (map (\j -> #[unsafe] text[i + j] == pattern[j]) (iota m))) (iota n)

def is_space (c: u8) = c == ' ' || c == '\n' || c == '\t'

entry words [n] (text: [n]u8) : ([]i64, []i64) =
  let starts = filter (\i -> !(is_space text[i]) && (i == 0 || is_space text[i - 1])) (iota n)
  let ends = filter (\i -> !(is_space text[i]) && (i == n - 1 || is_space text[i + 1])) (iota n)
  let k = length starts
  in (starts, map2 (\s e -> e - s + 1) (starts :> [k]i64) (ends :> [k]i64))

entry run_lengths [n] (text: [n]u8) : ([]u8, []i64) =
  let starts = filter (\i -> i == 0 || text[i] != text[i - 1]) (iota n)
  let k = length starts
  let starts = starts :> [k]i64
  in (map (\s -> text[s]) starts, map (\i -> (if i == k - 1 then n else starts[i + 1]) - starts[i]) (iota k))

entry balanced [n] (text: [n]u8) : bool =
  let deltas = map (\c -> if c == '(' then 1i32 else if c == ')' then -1 else 0) text
  let depths = scan (+) 0 deltas
  in all (>= 0) depths && (n == 0 || last depths == 0)

-- States of the number reader; a byte is a function from state to state, functions compose: a scan of tables.
type state = #outside | #number | #word
def step (s: state) (c: u8) : state =
  let digit = c >= '0' && c <= '9'
  let letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
  in match (s, digit, letter)
     case (_, false, false) -> #outside
     case (#outside, true, _) -> #number
     case (#outside, _, true) -> #word
     case (#number, true, _) -> #number
     case (#number, _, true) -> #word
     case (#word, _, _) -> #word

def number (s: state) : i8 = match s case #outside -> 0 case #number -> 1 case #word -> 2
def state (i: i8) : state = match i case 0 -> #outside case 1 -> #number case _ -> #word

entry numbers [n] (text: [n]u8) : []i64 =
  let tables = map (\c -> (number (step #outside c), number (step #number c), number (step #word c))) text
  let pick (a, b, c) (i: i8) = if i == 0 then a else if i == 1 then b else c
  let compose (a, b, c) t = (pick t a, pick t b, pick t c)
  let states = map (\t -> state t.0) (scan compose (0, 1, 2) tables)
  -- Horner by a segmented scan; only digits in state #number count
  let steps = map2 (\c s -> match s
                           case #number -> (false, 10i64, i64.u8 (c - '0'))
                           case _ -> (true, 0, 0)) text states
  let values = scan (\(f, a, b) (g, c, d) -> if g then (true, c, d) else (f, a * c, b * c + d)) (false, 1, 0) steps
  let is_end i = match states[i]
                 case #number -> i == n - 1 || (match states[i + 1] case #outside -> true case _ -> false)
                 case _ -> false
  in map (\i -> values[i].2) (filter is_end (iota n))

entry letters [n] (text: [n]u8) : [26]i32 =
  hist (+) 0 26 (map (\c -> let c = c | 32 in if c >= 'a' && c <= 'z' then i64.u8 (c - 'a') else -1) text) (replicate n 1)

entry caesar [n] (k: u8) (text: [n]u8) : [n]u8 =
  map (\c -> if c >= 'a' && c <= 'z' then (c - 'a' + k) % 26 + 'a' else if c >= 'A' && c <= 'Z' then (c - 'A' + k) % 26 + 'A' else c) text

-- ==
-- entry: find
-- input { [97u8, 98u8, 97u8, 98u8, 97u8, 98u8, 99u8, 97u8, 98u8]
--   [97u8, 98u8] }
-- output { [0i64, 2i64, 4i64, 7i64] }
-- input { [97u8, 98u8, 99u8]
--   [97u8, 98u8, 99u8, 100u8] }
-- output { empty([0]i64) }

-- ==
-- entry: words
-- input { [72u8, 101u8, 108u8, 108u8, 111u8, 32u8, 40u8, 119u8, 48u8, 114u8, 108u8, 100u8, 32u8, 49u8, 50u8, 32u8, 97u8, 110u8, 100u8, 32u8, 51u8, 52u8, 53u8, 41u8, 32u8, 120u8, 57u8, 32u8, 55u8, 55u8] }
-- output { [0i64, 6i64, 13i64, 16i64, 20i64, 25i64, 28i64]
--   [5i64, 6i64, 2i64, 3i64, 4i64, 2i64, 2i64] }
-- input { empty([0]u8) }
-- output { empty([0]i64)
--   empty([0]i64) }

-- ==
-- entry: run_lengths
-- input { [97u8, 97u8, 97u8, 98u8, 99u8, 99u8, 100u8, 100u8, 100u8, 100u8, 100u8] }
-- output { [97u8, 98u8, 99u8, 100u8]
--   [3i64, 1i64, 2i64, 5i64] }

-- ==
-- entry: balanced
-- input { [40u8, 97u8, 40u8, 98u8, 41u8, 99u8, 41u8] }
-- output { true }
-- input { [41u8, 40u8] }
-- output { false }
-- input { empty([0]u8) }
-- output { true }

-- ==
-- entry: numbers
-- input { [72u8, 101u8, 108u8, 108u8, 111u8, 32u8, 40u8, 119u8, 48u8, 114u8, 108u8, 100u8, 32u8, 49u8, 50u8, 32u8, 97u8, 110u8, 100u8, 32u8, 51u8, 52u8, 53u8, 41u8, 32u8, 120u8, 57u8, 32u8, 55u8, 55u8] }
-- output { [12i64, 345i64, 77i64] }

-- ==
-- entry: letters
-- input { [72u8, 101u8, 108u8, 108u8, 111u8, 32u8, 40u8, 119u8, 48u8, 114u8, 108u8, 100u8, 32u8, 49u8, 50u8, 32u8, 97u8, 110u8, 100u8, 32u8, 51u8, 52u8, 53u8, 41u8, 32u8, 120u8, 57u8, 32u8, 55u8, 55u8] }
-- output { [1i32, 0i32, 0i32, 2i32, 1i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 3i32, 0i32, 1i32, 1i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 1i32, 1i32, 0i32, 0i32] }

-- ==
-- entry: caesar
-- input { 3u8
--   [72u8, 101u8, 108u8, 108u8, 111u8, 44u8, 32u8, 120u8, 121u8, 122u8] }
-- output { [75u8, 104u8, 111u8, 111u8, 114u8, 44u8, 32u8, 97u8, 98u8, 99u8] }
