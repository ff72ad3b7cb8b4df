-- Name type member.
-- ==
-- error: E1105

entry main (x: f32.foo) = 1
