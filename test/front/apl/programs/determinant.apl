⍝ Powers of matrices, and determinants by minors.
id←{∘.=⍨⍳⍵}
⎕←id 3
mp←{(⍺+.×⊢)⍣⍵⊢id≢⍺}
⎕←(2 2⍴1 1 1 0)mp 10
det←{2=≢⍵:-/⍵[1;]×⌽⍵[2;] ⋄ n←≢⍵ ⋄ m←1↓⍵ ⋄ f←⍵ ⋄ +/(¯1*¯1+⍳n)×f[1;]×{det m[;(⍳n)~⍵]}¨⍳n}
det 3 3⍴2 0 1 1 3 2 1 1 4
⍝ ==
⍝ shows {
⍝
⍝  1 0 0
⍝  0 1 0
⍝  0 0 1
⍝
⍝
⍝  89 55
⍝  55 34
⍝
⍝ [](18.0)
⍝ }
