f←{ ⍝: <int>n → <int>n
  ⍵
}
f 1.5 2.5
