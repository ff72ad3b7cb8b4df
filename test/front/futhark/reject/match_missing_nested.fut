-- A nested case is missing.
-- ==
-- error: E1501
type t = #a bool | #b
def main (b: bool) =
  let v: t = #a b
  in match (v, b) case (#a true, _) -> 1 case (#b, _) -> 2 case (#a false, true) -> 3
