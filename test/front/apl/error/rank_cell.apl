⍝ A name of an enclosing function that a loop gives another rank.
sum←{
  n←0
  k←({n+←⍵⌽⍳3 ⋄ ⍵+1}⍣9)0
  n
}
sum 0
