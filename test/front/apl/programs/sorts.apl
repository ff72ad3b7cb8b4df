⍝ Sorting by exchange and by insertion.
swap←{i←⍺ ⋄ v←⍵ ⋄ v[i]>v[i+1]:v[⍳i-1],v[i+1],v[i],(i+1)↓v ⋄ v}
bubble←{v←⍵ ⋄ n←≢v ⋄ ({v←⍵ ⋄ k←({i←⊃⍵ ⋄ (i+1)(i swap 2⊃⍵)}⍣(n-1))1 v ⋄ 2⊃k}⍣n)v}
⎕←bubble 5 2 4 1 3
insert←{((⍵≤⍺)/⍵),⍺,(⍵>⍺)/⍵}
sort←{0=≢⍵:⍵ ⋄ ⍵[1]insert ∇1↓⍵}
sort 5 2 4 1 3
⍝ ==
⍝ shows {
⍝ [5](1,2,3,4,5)
⍝ [5](1,2,3,4,5)
⍝ }
