⍝ Functions with closed annotations are entry points; lengths are checked.
diff←{ ⍝: <κ>(ρ+1) → <κ>ρ
  1↓⍵-¯1⌽⍵
}
signal←{ ⍝: <double>ρ → <double>ρ
  ¯50⌈50⌊50×(diff 0,⍵)÷0.01+⍵
}
scale←3
mul←{ ⍝: int → [int]2 → [int]2
  scale×⍺×⍵
}
+/signal 1 2 3
⍝ ==
⍝ entry: mul
⍝ input { 2i64 [[1i64,2i64],[3i64,4i64]] } output { [[6i64,12i64],[18i64,24i64]] }
⍝ ==
⍝ entry: signal
⍝ input { [1.0, 2.0] } output { [49.5049504950495, 24.875621890547265] }
⍝ input { empty([0]f64) } output { empty([0]f64) }
