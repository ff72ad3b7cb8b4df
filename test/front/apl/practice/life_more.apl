⍝ The Game of Life by neighbours that are counted by rotations, and by stencils.
⍝ ==
⍝ shows {
⍝
⍝ .....
⍝ ..#..
⍝ ...#.
⍝ .###.
⍝ .....
⍝
⍝
⍝ .....
⍝ .....
⍝ .#.#.
⍝ ..##.
⍝ ..#..
⍝
⍝ [](1)
⍝ [](0)
⍝ [](1)
⍝ [](5)
⍝ [4](5,5,5,5)
⍝ [](1)
⍝ [](4)
⍝ [](0.0)
⍝ }

r←5 5⍴0 0 0 0 0 0 0 1 0 0 0 0 0 1 0 0 1 1 1 0 0 0 0 0 0
nb←{s←(1⌽⍵)+(¯1⌽⍵)+⍵ ⋄ (1⊖s)+(¯1⊖s)+s}
life←{s←nb ⍵ ⋄ (s=3)∨⍵∧s=4}
⎕←'.#'[1+r]
⎕←'.#'[1+life r]
⎕←r≡life⍣20⊢r
⎕←(1⊖1⌽r)≡life⍣4⊢r
⎕←(¯1⊖¯1⌽r)≡life⍣4⊢r
⎕←+/,life⍣10⊢r
count←{+/,⍵}
⎕←count¨{life⍣⍵⊢r}¨⍳4
edge←{({(3=s)∨(⍵[2;2]=1)∧4=s←+/,⍵}⌺3 3)⍵}
b←5 5⍴0 ⋄ b[3;2 3 4]←1
⎕←(edge b)≡life b
⎕←+/,edge⍣8⊢r
0
