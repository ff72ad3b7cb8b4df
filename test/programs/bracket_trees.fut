-- Structured text without recursion: tokens by a scan over transition functions, matching brackets by depths, parents of
-- all values, look-ups of paths, and numbers parsed by a scan over digits. The text is a subset of a well-known notation.

-- States: 0 outside, 1 in a string, 2 after a backslash in a string. A function on states is packed into six bits.
type transition = u8
def compose (f: transition) (g: transition): transition =
  let at (h: transition) (s: u8) = (h >> (2 * s)) & 3
  in at g (at f 0) | (at g (at f 1) << 2) | (at g (at f 2) << 4)
def identity: transition = 0b100100
def transition_of (c: u8): transition =
  if c == '"' then 0b010001    -- 0 -> 1, 1 -> 0, 2 -> 1
  else if c == '\\' then 0b011000 -- 0 -> 0, 1 -> 2, 2 -> 1
  else 0b010100                -- 0 -> 0, 1 -> 1, 2 -> 1

def states [n] (text: [n]u8): [n]u8 =
  map (\f -> f & 3) (scan compose identity (map transition_of text))

type kind = #open_object | #close_object | #open_array | #close_array | #comma | #colon | #string | #number | #word
type token = {kind: kind, start: i64}

def is_space (c: u8) = c == ' ' || c == '\n' || c == '\t' || c == '\r'
def is_punctuation (c: u8) = c == '{' || c == '}' || c == '[' || c == ']' || c == ',' || c == ':'

def tokens [n] (text: [n]u8): []token =
  let after = states text
  let before i = if i == 0 then 0 else after[i - 1]
  let starts i =
    let c = text[i]
    in if before i != 0 then false
       else if c == '"' || is_punctuation c then true
       else if is_space c then false
       else i == 0 || before i != 0 || is_space text[i - 1] || is_punctuation text[i - 1] || text[i - 1] == '"'
  let kind_of c: kind =
    match c
    case '{' -> #open_object case '}' -> #close_object
    case '[' -> #open_array case ']' -> #close_array
    case ',' -> #comma case ':' -> #colon case '"' -> #string
    case _ -> if c == '-' || (c >= '0' && c <= '9') then #number else #word
  in map (\i -> {kind = kind_of text[i], start = i}) (filter starts (iota n))

def is_open (k: kind) = match k case #open_object -> true case #open_array -> true case _ -> false
def is_close (k: kind) = match k case #close_object -> true case #close_array -> true case _ -> false

-- The nearest place to the left with a smaller depth, by a tree of minima: climb, then descend.
def previous_smaller [n] (depth: [n]i64): [n]i64 =
  let size = loop s = 1 while s < n do s * 2
  let tree = replicate (2 * size) i64.highest
  let tree[size:size + n] = depth
  let (tree, _) = loop (tree, w) = (tree, size / 2) while w >= 1 do
    let level = map (\i -> i64.min tree[2 * (w + i)] tree[2 * (w + i) + 1]) (iota w)
    in (tree with [w:2 * w] = level, w / 2)
  let search i =
    let d = depth[i]
    let k = loop k = size + i while k > 1 && (k % 2 == 0 || tree[k - 1] >= d) do k / 2
    in if k <= 1 then -1
       else let k = loop k = k - 1 while k < size do if tree[2 * k + 1] < d then 2 * k + 1 else 2 * k
            in k - size
  in map search (iota n)

type tree [n] = {token: [n]token, parent: [n]i64, depth: [n]i64}

def parse (text: []u8): ?[n].tree [n] =
  let ts = tokens text
  let up = map (\t -> i64.bool (is_open t.kind)) ts
  let down = map (\t -> i64.bool (is_close t.kind)) ts
  -- the depth at which a token stands; brackets stand outside
  let level = scan (+) 0 (map2 (-) up down)
  let depth = map2 (-) level up
  -- a smaller depth to the left is that of the opening bracket
  in {token = ts, parent = previous_smaller depth, depth}

entry outline (text: []u8): ([]i64, []i64, []i64) =
  let t = parse text
  let number k: i64 = match k case #open_object -> 0 case #close_object -> 1 case #open_array -> 2 case #close_array -> 3
                              case #comma -> 4 case #colon -> 5 case #string -> 6 case #number -> 7 case #word -> 8
  in (map (\x -> number x.kind) t.token, t.parent, t.depth)

-- The bracket that a closing one belongs to is the last one before it at its depth.
def partner [n] (t: tree [n]) (i: i64): i64 =
  loop j = i - 1 while j >= 0 && !(t.depth[j] == t.depth[i] && is_open t.token[j].kind) do
    if t.depth[j] > t.depth[i] then i64.max (t.parent[j]) (-1) else j - 1

entry balanced (text: []u8): bool =
  let t = parse text
  let total = i64.sum (map (\x -> i64.bool (is_open x.kind) - i64.bool (is_close x.kind)) t.token)
  let good i =
    match t.token[i].kind
    case #close_object -> t.depth[i] >= 0 && (let j = partner t i in j >= 0 && t.token[j].kind == #open_object)
    case #close_array -> t.depth[i] >= 0 && (let j = partner t i in j >= 0 && t.token[j].kind == #open_array)
    case _ -> true
  in total == 0 && all good (indices t.token)

-- Numbers: value = m * v + a is associative.
def number [n] (text: [n]u8) (start: i64): f64 =
  let end = loop e = start while e < n && !(is_space text[e]) && !(is_punctuation text[e]) do e + 1
  let digits = text[start:end]
  let sign = if digits[0] == '-' then -1.0 else 1.0
  let point = loop p = 0 while p < length digits && digits[p] != '.' do p + 1
  let step c = if c >= '0' && c <= '9' then (10.0, f64.u8 (c - '0')) else (1.0, 0.0)
  let (_, value) = reduce (\(m1, a1) (m2, a2) -> (m1 * m2, a1 * m2 + a2)) (1, 0) (map step digits)
  let places = i64.max 0 (length digits - point - 1)
  in sign * value / 10 ** f64.i64 places

entry numbers (text: []u8): []f64 =
  let ts = filter (\t -> match t.kind case #number -> true case _ -> false) (tokens text)
  in map (\t -> number text t.start) ts

-- Sums of the numbers directly inside each array, by the token of its bracket.
entry array_sums (text: []u8): ([]i64, []f64) =
  let t = parse text
  let is_number (x: token) = match x.kind case #number -> true case _ -> false
  let n = length t.token
  let values = map2 (\x p -> if is_number x && p >= 0 && t.token[p].kind == #open_array then number text x.start else 0) t.token t.parent
  let sums = reduce_by_index (replicate n 0) (+) 0 t.parent values
  let arrays = filter (\i -> t.token[i].kind == #open_array) (iota n)
  in (map (\i -> t.token[i].start) arrays, map (\i -> sums[i]) arrays)

-- A long text of nested arrays, made from a number; how many tokens, how deep, and the sum of all parents.
entry generated (n: i64): (i64, i64, i64) =
  let piece (i: i64): [8]u8 =
    match i % 4
    case 0 -> "[1,[23 ,"
    case 1 -> "\"a]\\\"\", "
    case 2 -> " -4.5 ],"
    case _ -> "{} , 6 ]"
  let text = flatten (map piece (iota n))
  let t = parse text
  in (length t.token, i64.maximum t.depth, i64.sum t.parent)

-- ==
-- entry: outline
-- input { [123u8, 34u8, 97u8, 34u8, 58u8, 32u8, 91u8, 49u8, 44u8, 32u8, 50u8, 46u8, 53u8, 44u8, 32u8, 45u8, 51u8, 93u8, 44u8, 32u8, 34u8, 98u8, 92u8, 34u8, 93u8, 34u8, 58u8, 32u8, 123u8, 34u8, 99u8, 34u8, 58u8, 32u8, 91u8, 93u8, 44u8, 32u8, 34u8, 100u8, 34u8, 58u8, 32u8, 91u8, 116u8, 114u8, 117u8, 101u8, 44u8, 32u8, 110u8, 117u8, 108u8, 108u8, 44u8, 32u8, 52u8, 50u8, 44u8, 32u8, 91u8, 55u8, 32u8, 44u8, 32u8, 56u8, 93u8, 93u8, 125u8, 44u8, 32u8, 34u8, 101u8, 34u8, 58u8, 32u8, 45u8, 48u8, 46u8, 49u8, 50u8, 53u8, 125u8] }
-- output { [0i64, 6i64, 5i64, 2i64, 7i64, 4i64, 7i64, 4i64, 7i64, 3i64, 4i64, 6i64, 5i64, 0i64, 6i64, 5i64, 2i64, 3i64, 4i64, 6i64, 5i64, 2i64, 8i64, 4i64, 8i64, 4i64, 7i64, 4i64, 2i64, 7i64, 4i64, 7i64, 3i64, 3i64, 1i64, 4i64, 6i64, 5i64, 7i64, 1i64] [-1i64, 0i64, 0i64, 0i64, 3i64, 3i64, 3i64, 3i64, 3i64, 0i64, 0i64, 0i64, 0i64, 0i64, 13i64, 13i64, 13i64, 13i64, 13i64, 13i64, 13i64, 13i64, 21i64, 21i64, 21i64, 21i64, 21i64, 21i64, 21i64, 28i64, 28i64, 28i64, 21i64, 13i64, 0i64, 0i64, 0i64, 0i64, 0i64, -1i64] [0i64, 1i64, 1i64, 1i64, 2i64, 2i64, 2i64, 2i64, 2i64, 1i64, 1i64, 1i64, 1i64, 1i64, 2i64, 2i64, 2i64, 2i64, 2i64, 2i64, 2i64, 2i64, 3i64, 3i64, 3i64, 3i64, 3i64, 3i64, 3i64, 4i64, 4i64, 4i64, 3i64, 2i64, 1i64, 1i64, 1i64, 1i64, 1i64, 0i64] }
-- input { [91u8, 93u8] } output { [2i64, 3i64] [-1i64, -1i64] [0i64, 0i64] }
-- input { [32u8, 49u8, 50u8, 32u8] } output { [7i64] [-1i64] [0i64] }
-- input { [91u8, 91u8, 91u8, 49u8, 93u8, 44u8, 50u8, 93u8, 44u8, 51u8, 93u8] }
-- output { [2i64, 2i64, 2i64, 7i64, 3i64, 4i64, 7i64, 3i64, 4i64, 7i64, 3i64] [-1i64, 0i64, 1i64, 2i64, 1i64, 1i64, 1i64, 0i64, 0i64, 0i64, -1i64] [0i64, 1i64, 2i64, 3i64, 2i64, 2i64, 2i64, 1i64, 1i64, 1i64, 0i64] }

-- ==
-- entry: balanced
-- input { [123u8, 34u8, 97u8, 34u8, 58u8, 32u8, 91u8, 49u8, 44u8, 32u8, 50u8, 46u8, 53u8, 44u8, 32u8, 45u8, 51u8, 93u8, 44u8, 32u8, 34u8, 98u8, 92u8, 34u8, 93u8, 34u8, 58u8, 32u8, 123u8, 34u8, 99u8, 34u8, 58u8, 32u8, 91u8, 93u8, 44u8, 32u8, 34u8, 100u8, 34u8, 58u8, 32u8, 91u8, 116u8, 114u8, 117u8, 101u8, 44u8, 32u8, 110u8, 117u8, 108u8, 108u8, 44u8, 32u8, 52u8, 50u8, 44u8, 32u8, 91u8, 55u8, 32u8, 44u8, 32u8, 56u8, 93u8, 93u8, 125u8, 44u8, 32u8, 34u8, 101u8, 34u8, 58u8, 32u8, 45u8, 48u8, 46u8, 49u8, 50u8, 53u8, 125u8] }
-- output { true }
-- input { [91u8, 93u8] } output { true }
-- input { [32u8, 49u8, 50u8, 32u8] } output { true }
-- input { [91u8, 91u8, 91u8, 49u8, 93u8, 44u8, 50u8, 93u8, 44u8, 51u8, 93u8] } output { true }
-- input { [91u8, 125u8] } output { false }
-- input { [91u8, 91u8, 93u8] } output { false }
-- input { [93u8] } output { false }
-- input { [123u8, 34u8, 97u8, 34u8, 58u8, 91u8, 49u8, 44u8, 50u8, 125u8, 93u8] } output { false }
-- input { [123u8, 91u8, 93u8, 125u8, 91u8, 123u8, 125u8, 93u8] } output { true }

-- ==
-- entry: numbers
-- input { [123u8, 34u8, 97u8, 34u8, 58u8, 32u8, 91u8, 49u8, 44u8, 32u8, 50u8, 46u8, 53u8, 44u8, 32u8, 45u8, 51u8, 93u8, 44u8, 32u8, 34u8, 98u8, 92u8, 34u8, 93u8, 34u8, 58u8, 32u8, 123u8, 34u8, 99u8, 34u8, 58u8, 32u8, 91u8, 93u8, 44u8, 32u8, 34u8, 100u8, 34u8, 58u8, 32u8, 91u8, 116u8, 114u8, 117u8, 101u8, 44u8, 32u8, 110u8, 117u8, 108u8, 108u8, 44u8, 32u8, 52u8, 50u8, 44u8, 32u8, 91u8, 55u8, 32u8, 44u8, 32u8, 56u8, 93u8, 93u8, 125u8, 44u8, 32u8, 34u8, 101u8, 34u8, 58u8, 32u8, 45u8, 48u8, 46u8, 49u8, 50u8, 53u8, 125u8] }
-- output { [1.0f64, 2.5f64, -3.0f64, 42.0f64, 7.0f64, 8.0f64, -0.125f64] }
-- input { [32u8, 49u8, 50u8, 32u8] } output { [12.0f64] }
-- input { [91u8, 91u8, 91u8, 49u8, 93u8, 44u8, 50u8, 93u8, 44u8, 51u8, 93u8] } output { [1.0f64, 2.0f64, 3.0f64] }

-- ==
-- entry: array_sums
-- input { [123u8, 34u8, 97u8, 34u8, 58u8, 32u8, 91u8, 49u8, 44u8, 32u8, 50u8, 46u8, 53u8, 44u8, 32u8, 45u8, 51u8, 93u8, 44u8, 32u8, 34u8, 98u8, 92u8, 34u8, 93u8, 34u8, 58u8, 32u8, 123u8, 34u8, 99u8, 34u8, 58u8, 32u8, 91u8, 93u8, 44u8, 32u8, 34u8, 100u8, 34u8, 58u8, 32u8, 91u8, 116u8, 114u8, 117u8, 101u8, 44u8, 32u8, 110u8, 117u8, 108u8, 108u8, 44u8, 32u8, 52u8, 50u8, 44u8, 32u8, 91u8, 55u8, 32u8, 44u8, 32u8, 56u8, 93u8, 93u8, 125u8, 44u8, 32u8, 34u8, 101u8, 34u8, 58u8, 32u8, 45u8, 48u8, 46u8, 49u8, 50u8, 53u8, 125u8] }
-- output { [6i64, 34i64, 43i64, 60i64] [0.5f64, 0.0f64, 42.0f64, 15.0f64] }
-- input { [91u8, 91u8, 91u8, 49u8, 93u8, 44u8, 50u8, 93u8, 44u8, 51u8, 93u8] }
-- output { [0i64, 1i64, 2i64] [3.0f64, 2.0f64, 1.0f64] }

-- ==
-- entry: generated
-- input { 4i64 } output { 16i64 2i64 13i64 }
-- input { 40i64 } output { 160i64 2i64 10210i64 }
-- input { 42i64 } output { 168i64 2i64 11341i64 }
