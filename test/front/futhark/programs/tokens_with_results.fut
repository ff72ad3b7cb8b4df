-- Batches of token programs: a state with a stack and a result is passed on, and may fail.
-- ==
-- entry: eval
-- input { [1, 2, 3] } output { [30, 3, 2, 2] [-1i64, 1i64, -1i64, 1i64] }
-- input { [0, 2, 3] } output { [20, 3, 2, 2] [-1i64, 1i64, -1i64, 1i64] }
-- ==
-- entry: count
-- input { 12i64 } output { [3i64, 3i64, 1i64, 1i64, 4i64] }
-- input { 0i64 } output { [0i64, 0i64, 0i64, 0i64, 0i64] }
type binop = #add | #sub | #mul | #max
type token = #num i32 | #var i64 | #op binop | #if_ | #nop
type result = #ok i32 | #err {code: i32, at: i64}
def apply (o: binop) (a: i32) (b: i32): i32 =
  match o case #add -> a + b case #sub -> a - b case #mul -> a * b case #max -> i32.max a b
type state [k] = {stack: [k]i32, sp: i64, status: result}
def step [n] [k] (env: [n]i32) (st: *state [k]) (at: i64, t: token): *state [k] =
  match (st.status, t)
  case (#err e, _) -> {stack = st.stack, sp = st.sp, status = #err e}
  case (#ok _, #num v) ->
    if st.sp >= k then st with status = #err {code = 1, at}
    else let sp = st.sp in {stack = st.stack with [sp] = v, sp = sp + 1, status = #ok v}
  case (#ok _, #var i) ->
    if i < 0 || i >= n then {stack = st.stack, sp = st.sp, status = #err {code = 2, at}}
    else let sp = st.sp in {stack = st.stack with [sp] = env[i], sp = sp + 1, status = #ok env[i]}
  case (#ok _, #op o) ->
    if st.sp < 2 then {stack = st.stack, sp = st.sp, status = #err {code = 3, at}}
    else let r = apply o st.stack[st.sp - 2] st.stack[st.sp - 1]
         let sp = st.sp in {stack = st.stack with [sp - 2] = r, sp = sp - 1, status = #ok r}
  case (#ok r, #if_) ->
    if st.sp < 3 then {stack = st.stack, sp = st.sp, status = #err {code = 4, at}}
    else let v = if st.stack[st.sp - 3] != 0 then st.stack[st.sp - 2] else st.stack[st.sp - 1]
         let sp = st.sp in {stack = st.stack with [sp - 3] = v, sp = sp - 2, status = #ok (v + 0 * r)}
  case (s, #nop) -> {stack = st.stack, sp = st.sp, status = s}
def exec [n] [m] (env: [n]i32) (prog: [m]token): result =
  (loop st = {stack = replicate 8 0i32, sp = 0, status = #ok 0} for i < m do step env st (i, prog[i])).status
def progs: [4][6]token =
  [[#var 0, #var 1, #op #add, #num 10, #op #mul, #nop],
   [#var 0, #op #add, #nop, #nop, #nop, #nop],
   [#num 0, #num 5, #var 2, #if_, #num 1, #op #sub],
   [#num 1, #var 9, #nop, #nop, #nop, #op #max]]
def show (r: result): (i32, i64) = match r case #ok v -> (v, -1) case #err {code, at} -> (code, at)
entry eval [n] (env: [n]i32) = unzip (map (show <-< exec env) progs)
entry count (n: i64) =
  let ts = tabulate n (\i ->
    match i % 5 case 0 -> #num (i32.i64 i) case 1 -> #var i
    case 2 -> #op (if i > 5 then #max else #add) case 3 -> #if_ case _ -> #nop : token)
  let kind (t: token) = match t case #num _ -> 0 case #var _ -> 1 case #op #add -> 2 case #op _ -> 3 case _ -> 4
  in hist (+) 0 5 (map kind ts) (replicate n 1i64)
