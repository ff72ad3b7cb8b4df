⍝ The annotated functions of the paper: the lengths are known without looking, and nothing is stored.
diff←{ ⍝: <κ>(ρ+1) → <κ>ρ
  1↓⍵-¯1⌽⍵
}
signal←{ ⍝: <double>ρ → <double>ρ
  ¯50⌈50⌊50×(diff 0,⍵)÷0.01+⍵
}
⍝ ==
⍝ entry: signal
⍝ input { [9.0, 8.0, 6.0, 8.0] } output { [49.944506104328525, -6.242197253433208, -16.638935108153078, 12.484394506866417] }
⍝ input { [5.0] } output { [49.9001996007984] }
⍝ structure { par 1 map 1 not assert not coerce not loop }
