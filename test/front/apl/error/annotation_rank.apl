f←{ ⍝: [int]2 → [int]2
  ⍵
}
f 1 2 3
