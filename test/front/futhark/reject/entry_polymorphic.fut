-- An entry point may not be polymorphic.
-- ==
-- error: E1
entry f 'a (x: a): a = x
