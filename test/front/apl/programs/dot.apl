⍝ The inner product as an operator (figure 3.5 of the paper): shapes are computed by the compiler.
dot←{
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
⎕←R
R2←×/+/R
⍝ ==
⍝ shows {
⍝
⍝   5 11  7
⍝  11 25 19
⍝   7 19 26
⍝
⍝ [](65780.0)
⍝ }
