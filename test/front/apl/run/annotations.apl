⍝ Annotations whose lengths follow from each other, in any order, and are only known at run time.
v←(2<⍳5)/⍳5
join←{ ⍝: <κ>n → <κ>m → <κ>(m+n)
  ⍺,⍵
}
⎕←v join 0,v
diff←{ ⍝: <κ>(ρ+1) → <κ>ρ
  1↓⍵-¯1⌽⍵
}
⎕←diff v
⎕←diff 1↑v
both←{ ⍝: <κ>(n+2) → <κ>(n+3)
  0,⍵
}
⎕←both v
middle←{ ⍝: <κ>(n+2) → <κ>n
  1↓¯1↓⍵
}
⎕←middle v
middle (v=4)/v
⍝ ==
⍝ shows {
⍝ [7](3,4,5,0,3,4,5)
⍝ [2](1,1)
⍝ [0]()
⍝ [4](0,3,4,5)
⍝ [1](4)
⍝ error: E1913.*LENGTH ERROR: the annotation asks for 2 or more elements, but there are 1
⍝ }
