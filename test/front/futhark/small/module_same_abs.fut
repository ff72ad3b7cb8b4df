-- Module same abs.
-- ==
-- input { 3 } output { 6 }

module type s = {type t val mk : i32 -> t val un : t -> i32}
module a : s = {type t = i32 def mk (x: i32) = x def un (x: i32) = x}
module dup (X: s) : {val twice : X.t -> X.t} = {def twice (x: X.t) = X.mk (2 * X.un x)}
module d = dup a
entry main (x: i32) = a.un (d.twice (a.mk x))
