f←{(a b)←⍵ ⋄ a=0:0 ⋄ ∇(a-1)(b b)}
f 3 'xyz'
