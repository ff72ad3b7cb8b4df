-- An entry point may not be polymorphic.
-- ==
-- error: E1114
entry f 'a (x: a): a = x
