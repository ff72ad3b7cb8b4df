⍝ Refuted for all lengths, at a call with lengths that are only known at run time.
join←{ ⍝: <κ>n → <κ>m → <κ>(n+m+1)
  ⍺,⍵
}
v←(0.5<?4⍴0)/⍳4
v join v,1
