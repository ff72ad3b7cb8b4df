f←{ ⍝: <double>n → double
  ⍵
}
f 1 2 3
