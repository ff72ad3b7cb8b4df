-- Name type member.
-- ==
-- error: error\[E11

entry main (x: f32.foo) = 1
