⍝ And a choice.
pick←{
  n←0
  k←({n,←⍵ ⋄ ⍵}⍣(⍵>2))⍵
  n
}
pick ⎕NOW 0
