import "foo"
import "../lib/bar"
open m
open m.n
open import "baz"
local open import "qux"
local import "x"
local def x = 1
local type t = i32
local module m = {}
open f x
open { def y = 1 }
local local def z = 1
