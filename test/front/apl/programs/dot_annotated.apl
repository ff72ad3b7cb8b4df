⍝ The inner product as an operator, with its types (figure 3.5 of the paper).
dot←{ ⍝: (κ→κ→κ)→(κ→κ→κ)→[κ](ρ1+1)
  ⍝   →[κ](ρ2+1)→[κ](ρ1+ρ2)
  WA←(1↓⍴⍵),⍴⍺
  KA←(⊃⍴⍴⍺)-1
  VA←⍳⊃⍴WA
  ZA←(KA⌽¯1↓VA),¯1↑VA
  TA←ZA⍉WA⍴⍺ ⍝ replicate, transpose
  WB←(¯1↓⍴⍺),⍴⍵
  KB←⊃⍴⍴⍺
  VB←⍳⊃⍴WB
  ZB0←(-KB)↓KB⌽⍳(⊃⍴VB)
  ZB←(¯1↓(⍳KB)),ZB0,KB
  TB←ZB⍉WB⍴⍵ ⍝ replicate, transpose
  ⍺⍺/TA ⍵⍵ TB
}
A←3 2⍴⍳5
B←⍉A
R←A+dot×B
⎕←×/+/R
⎕←1 2 3+dot×4 5 6
⎕←(2 2⍴1 0 1 1)+dot×0.5 0.25
⎕←⍴(2 3 4⍴⍳24)+dot×4 2⍴⍳8
diff←{ ⍝: <κ>(ρ+1) → <κ>ρ
  1↓⍵-¯1⌽⍵
}
⎕←diff 1 4 9
⎕←diff 1 0 1
⎕←diff 0.5 2
⎕←diff ,7
signal←{ ⍝: <double>ρ → <double>ρ
  ¯50⌈50⌊50×(diff 0,⍵)÷0.01+⍵
}
⌊0.5+1000×+/signal 9 8 6 8 7 4 4 3 2 2 1 2 4 5 6
⍝ ==
⍝ shows {
⍝ [](65780)
⍝ [](32)
⍝ [2](0.5,0.75)
⍝ [3](2,3,2)
⍝ [2](3,5)
⍝ [2](-1,1)
⍝ [1](1.5)
⍝ [0]()
⍝ [](-27870.0)
⍝ }
