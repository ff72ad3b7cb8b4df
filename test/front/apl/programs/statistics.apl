⍝ Means and the like.
mean←{(+/⍵)÷≢⍵}
var←{mean(⍵-mean ⍵)*2}
std←{(var ⍵)*0.5}
x←2 4 4 4 5 5 7 9
⎕←mean x
⎕←var x
⎕←std x
median←{s←⍵[⍋⍵] ⋄ n←≢⍵ ⋄ h←⌊n÷2 ⋄ 2|n:1.0×s[h+1] ⋄ mean s[h+0 1]}
⎕←median x
⎕←median 3 1 2
mode←{u←∪⍵ ⋄ u[⊃⍒+/u∘.=⍵]}
mode x
⍝ ==
⍝ shows {
⍝ [](5.0)
⍝ [](4.0)
⍝ [](2.0)
⍝ [](4.5)
⍝ [](2.0)
⍝ [](4.0)
⍝ }
