-- Functions, arrays and others tell in which order the arguments belong.
def total (xs: []i32) = reduce 0 (+) xs
def totals (xs: []i32) = scan xs (+) 0
def largest (xs: []f64) = reduce f64.max xs 0
def more (xs: []i32) = map xs (\x -> x + 1)
def piped (xs: []i32) = xs |> reduce 0 (+)
-- No order fits.
def none (x: i32) = map x x
