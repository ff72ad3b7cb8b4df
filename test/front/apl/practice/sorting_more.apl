⍝ Sorts by several keys, ranks, and merging.
⍝ ==
⍝ shows {
⍝ eve
⍝ bob
⍝ amy
⍝ dan
⍝ dan
⍝ bob
⍝ amy
⍝ eve
⍝ amy
⍝ bob
⍝ dan
⍝ eve
⍝ eve
⍝ amy
⍝ bob
⍝ dan
⍝ [4](25,30,30,41)
⍝ [4](2,1,3,4)
⍝ [3](3,1,2)
⍝ [6](1,2,4,4,7,9)
⍝ [7](1,2,3,5,5,8,9)
⍝  dehllloorw
⍝ [4](1,2,4,7)
⍝ [3](3,2,1)
⍝
⍝  1 1
⍝  1 2
⍝  3 0
⍝  3 1
⍝
⍝
⍝  1 2
⍝  3 1
⍝  1 1
⍝  3 0
⍝
⍝ [](0.0)
⍝ }

name←'bob' 'eve' 'amy' 'dan'
age←30 25 30 41
⎕←name[⍋age]
⎕←name[⍒age]
⎕←name[⍋↑name]
i←⍋↑name ⋄ j←i[⍋age[i]]
⎕←name[j]
⎕←age[j]
rank←{⍋⍋⍵}
⎕←rank age
⎕←rank 3 1 2
merge←{x←⍺,⍵ ⋄ x[⍋x]}
⎕←1 4 7 merge 2 4 9
qs←{1≥≢⍵:⍵ ⋄ p←⍵[⌈0.5×≢⍵] ⋄ (∇(⍵<p)/⍵),((⍵=p)/⍵),∇(⍵>p)/⍵}
⎕←qs 5 3 8 1 9 2 5
⎕←qs 'hello world'
sel←{v←⍵ ⋄ s←{k←⍵ ⋄ m←k+¯1+r⍳⌊/r←(k-1)↓v ⋄ v[k,m]←v[m,k] ⋄ m}¨⍳≢v ⋄ v}
⎕←sel 4 2 7 1
⎕←⍋3 2⍴3 1 1 2 1 1
m←4 2⍴3 1 1 2 3 0 1 1
⎕←m[⍋m;]
⎕←m[⍒m[;2];]
0
