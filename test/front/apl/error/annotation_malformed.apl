f←{ ⍝: <int → int
  ⍵
}
f 3
