-- Elements cannot be unique on their own.
-- ==
-- error: E1216
type t = [2]*[3]i32
