-- Behind a constructor an array takes all that follows as its element.
-- ==
-- error: E1208
type maybe = #none | #some i32
type t = #path [2]i64 maybe
