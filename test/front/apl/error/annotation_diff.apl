⍝ One element less than the annotation says.
diff←{ ⍝: <κ>ρ → <κ>ρ
  1↓⍵-¯1⌽⍵
}
diff 1 2 3
