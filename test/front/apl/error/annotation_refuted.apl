diff←{ ⍝: <double>(n+2) → <double>n
  1↓⍵-¯1⌽⍵
}
