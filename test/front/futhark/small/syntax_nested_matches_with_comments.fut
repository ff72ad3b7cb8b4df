-- Nested matches with comments.
-- ==
-- input { 5 } output { 3 }

entry main (x: i32) =
  match x
  -- a comment
  case 1 -> 2
  -- | doc
  case (y: i32) ->
    match y + 1
    case 6 -> 3
    case _ -> 4
