-- A lexer in parallel: every character is a function from states to states, and prefixes are their compositions.
-- The scan is over small arrays. Then matching of brackets and evaluation of sums by levels.

def num_states: i64 = 5
type table = [num_states]u8
type token_kind = #number | #name | #space | #symbol

-- 0 start, 1 number, 2 name, 3 space, 4 symbol; the high bit says that a token begins here.
def is_digit (c: u8) = c >= '0' && c <= '9'
def is_alpha (c: u8) = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'
def is_blank (c: u8) = c == ' ' || c == '\t' || c == '\n'
def begin: u8 = 0x80

def transition (c: u8) (state: u8): u8 =
  match (state & 0x7f, is_digit c, is_alpha c, is_blank c)
  case (1, true, _, _) -> 1
  case (2, true, _, _) -> 2
  case (2, _, true, _) -> 2
  case (3, _, _, true) -> 3
  case (_, true, _, _) -> begin | 1
  case (_, _, true, _) -> begin | 2
  case (_, _, _, true) -> begin | 3
  case _ -> begin | 4

def table_of (c: u8): table = tabulate num_states (\s -> transition c (u8.i64 s))
def compose (f: table) (g: table): table = map (\s -> g[i64.u8 (s & 0x7f)]) f
def neutral: table = tabulate num_states u8.i64

def kind (state: u8): token_kind =
  match state & 0x7f
  case 1 -> #number
  case 2 -> #name
  case 3 -> #space
  case _ -> #symbol

type token = {kind: token_kind, start: i64, length: i64}

def tokenise [n] (text: [n]u8): []token =
  let tables = scan compose (copy neutral) (map table_of text)
  let states = map (\t -> t[0]) tables
  let [m] starts: [m]i64 = filter (\i -> states[i] & begin != 0) (iota n)
  let token k i = {kind = kind states[i], start = i, length = (if k + 1 < m then starts[k + 1] else n) - i}
  in map2 token (iota m) starts |> filter (\t -> match t.kind case #space -> false case _ -> true)

entry tokens [n] (text: [n]u8): ([]u8, []i64, []i64) =
  let ts = tokenise text
  in (map (\t -> match t.kind case #number -> 'n' case #name -> 'i' case #space -> ' ' case #symbol -> 's') ts,
      map (.start) ts, map (.length) ts)

-- Values of the numbers in the text.
def number [n] (text: [n]u8) (t: token): i64 =
  loop v = 0 for c in text[t.start:t.start + t.length] do v * 10 + i64.u8 (c - '0')

entry numbers [n] (text: [n]u8): []i64 =
  tokenise text |> filter (\t -> t.kind == #number) |> map (number text)

-- For each bracket the place of its partner: sorted by depth, partners are neighbours.
def partners [n] (text: [n]u8): ?[m].(bool, [m](i64, i64)) =
  let delta c = if c == '(' then 1 else if c == ')' then -1 else 0
  let ds = map delta text
  let after = scan (+) 0 ds
  let depth = map2 (\d a -> if d == 1 then a else a + 1) ds after
  let good = all (>= 0) after && (n == 0 || last after == 0)
  let [m] (is: [m]i64) = filter (\i -> ds[i] != 0) (iota n)
  let sorted =
    if !good then []
    else
    -- stable, by counting: each depth has its place
    let deepest = reduce i64.max 0 depth
    let counts = hist (+) 0 (deepest + 1) (map (\i -> depth[i]) is) (map (const 1) is)
    let offsets = map2 (-) (scan (+) 0 counts) counts
    let (_, places) =
      loop (next, places) = (copy offsets, replicate m 0) for (i, k) in zip is (indices is) do
        let d = depth[i]
        let p = next[d]
        in (next with [d] = p + 1, places with [k] = p)
    in scatter (replicate m 0) places is
  let pairs = map (\k -> (sorted[2 * k], sorted[2 * k + 1])) (iota (length sorted / 2))
  in (good, pairs)

entry brackets [n] (text: [n]u8): (bool, []i64, []i64) =
  let (good, ps) = partners text
  let (as, bs) = unzip ps
  in (good, as, bs)

-- ==
-- entry: tokens
-- input { "let x1 = (foo + 12)*3_a;" }
-- output { "iissisnssnis" [0i64, 4i64, 7i64, 9i64, 10i64, 14i64, 16i64, 18i64, 19i64, 20i64, 21i64, 23i64] [3i64, 2i64, 1i64, 1i64, 3i64, 1i64, 2i64, 1i64, 1i64, 1i64, 2i64, 1i64] }
-- input { empty([0]u8) }
-- output { empty([0]u8) empty([0]i64) empty([0]i64) }
-- input { "42" }
-- output { "n" [0i64] [2i64] }
-- input { " \t " }
-- output { empty([0]u8) empty([0]i64) empty([0]i64) }
-- input { "a1b2 33cc (((9)))\n_x-7" }
-- output { "inisssnsssisn" [0i64, 5i64, 7i64, 10i64, 11i64, 12i64, 13i64, 14i64, 15i64, 16i64, 18i64, 20i64, 21i64] [4i64, 2i64, 2i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 2i64, 1i64, 1i64] }

-- ==
-- entry: numbers
-- input { "let x1 = (foo + 12)*3_a;" }
-- output { [12i64, 3i64] }
-- input { empty([0]u8) }
-- output { empty([0]i64) }
-- input { "42" }
-- output { [42i64] }
-- input { " \t " }
-- output { empty([0]i64) }
-- input { "a1b2 33cc (((9)))\n_x-7" }
-- output { [33i64, 9i64, 7i64] }

-- ==
-- entry: brackets
-- input { "(a(b)c)(d)" }
-- output { true [0i64, 7i64, 2i64] [6i64, 9i64, 4i64] }
-- input { "((()())())" }
-- output { true [0i64, 1i64, 7i64, 2i64, 4i64] [9i64, 6i64, 8i64, 3i64, 5i64] }
-- input { empty([0]u8) }
-- output { true empty([0]i64) empty([0]i64) }
-- input { "(()" }
-- output { false empty([0]i64) empty([0]i64) }
-- input { "())(" }
-- output { false empty([0]i64) empty([0]i64) }
-- input { "x" }
-- output { true empty([0]i64) empty([0]i64) }
