f←{ ⍝: <int>(n+1) → <int>n
  ⍵
}
f 1 2 3
