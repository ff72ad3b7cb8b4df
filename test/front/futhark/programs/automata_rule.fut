-- Elementary cellular automata, with the rule as a number.
-- ==
-- entry: main
-- input { 90u8 [false, false, false, true, false, false, false] 3i64 }
-- output { [[false, false, false, true, false, false, false], [false, false, true, false, true, false, false], [false, true, false, false, false, true, false]] }
-- input { 30u8 [false, false, false, true, false, false, false] 3i64 }
-- output { [[false, false, false, true, false, false, false], [false, false, true, true, true, false, false], [false, true, true, false, false, true, false]] }

def step [n] (rule: u8) (cells: [n]bool): [n]bool =
  let bit b = i32.bool b
  in map3 (\l c r -> u8.get_bit (4 * bit l + 2 * bit c + bit r) rule == 1)
          (rotate (-1) cells) cells (rotate 1 cells)

entry main [n] (rule: u8) (cells: [n]bool) (steps: i64): [steps][n]bool =
  let history = replicate steps (replicate n false)
  in (loop (history, cells) for i < steps do (history with [i] = cells, step rule cells)).0
