-- Expressions in text: tokens in parallel, then two stacks.
-- ==
-- input { "3 + 4 * (2 - 1)" } output { 9i64 7i64 }
-- input { "((7))" } output { 5i64 7i64 }
-- input { "2*3*4-5-6" } output { 9i64 13i64 }
type tok = #int i64 | #plus | #minus | #star | #open | #close
def is_digit (c: u8) = c >= '0' && c <= '9'
def tokenise [n] (s: [n]u8): []tok =
  let starts = map (\i -> is_digit s[i] && (i == 0 || !(is_digit s[i-1]))) (iota n)
  let value i = (loop (v, j) = (0, i) while j < n && is_digit s[j] do (v * 10 + i64.u8 (s[j] - '0'), j + 1)).0
  let toks = map2 (\i st -> if st then (true, #int (value i)) else match s[i]
     case '+' -> (true, #plus) case '-' -> (true, #minus) case '*' -> (true, #star)
     case '(' -> (true, #open) case ')' -> (true, #close) case _ -> (false, #plus)) (iota n) starts
  in map (.1) (filter (.0) toks)
def prec (t: tok): i32 = match t case #star -> 2 case #plus -> 1 case #minus -> 1 case _ -> 0
def apply (t: tok) (a: i64) (b: i64) = match t case #plus -> a + b case #minus -> a - b case #star -> a * b case _ -> 0
def reduce_top [k] (vals: *[k]i64) (v: i64) (t: tok): (*[k]i64, i64) =
  let r = apply t vals[v-2] vals[v-1] in (vals with [v-2] = r, v - 1)
def eval [n] (ts: [n]tok): i64 =
  let pop_while [k] (p: tok -> bool) (ops: [k]tok) (o: i64) (vals: *[k]i64) (v: i64) =
    loop (vals, v, o) = (vals, v, o) while o > 0 && p ops[o-1] do
      let (vals, v) = reduce_top vals v ops[o-1] in (vals, v, o - 1)
  let (vals, v, ops, o) =
    loop (vals, v, ops, o) = (replicate n 0, 0, replicate n (#open: tok), 0) for t in ts do
      match t
      case #int x -> (vals with [v] = x, v + 1, ops, o)
      case #open -> (vals, v, ops with [o] = t, o + 1)
      case #close ->
        let (vals, v, o) = pop_while (\t -> prec t > 0) ops o vals v in (vals, v, ops, o - 1)
      case op ->
        let (vals, v, o) = pop_while (\t -> prec t >= prec op) ops o vals v
        in (vals, v, ops with [o] = op, o + 1)
  let (vals, _, _) = pop_while (\_ -> true) ops o vals v
  in vals[0]
entry main [n] (s: [n]u8) = let ts = tokenise s in (length ts, eval ts)
