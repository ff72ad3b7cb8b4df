-- A local function that takes a record takes one type of records.
-- ==
-- error: E1201
def main (x: i32) = let get r = r.a in (get {a = x}, get {a = true})
