-- ==
-- input { 3 } output { 3 -1 }
module opt = { type opt 'a = #some a | #none  def get 'a (d: a) (x: opt a) = match x case #some v -> v case #none -> d }
def main (x: i32) = (opt.get (-1) (#some x), opt.get (-1) (#none: opt.opt i32))
