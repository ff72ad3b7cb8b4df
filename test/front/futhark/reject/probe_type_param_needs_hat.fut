-- Type param needs hat.
-- ==
-- error: E1214

type t 'a = a -> a
entry main (a: i64) = a
