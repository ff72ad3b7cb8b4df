-- Type param needs hat.
-- ==
-- error: error\[E1

type t 'a = a -> a
entry main (a: i64) = a
