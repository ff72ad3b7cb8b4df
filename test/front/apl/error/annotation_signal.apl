signal←{ ⍝: <int>ρ → <int>ρ
  ¯50⌈50⌊50×⍵÷0.01+⍵
}
signal 1 2 3
