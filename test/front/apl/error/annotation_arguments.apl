f←{ ⍝: int → int → int
  ⍵
}
f 3
