⍝ An each whose function assigns outside runs in order.
count←0 0 0
x←{count[⍵]+←1 ⋄ ⍵}¨1 3 3 2 3
⎕←count
last←0
x←{last←⍵ ⋄ ⍵}¨1 2 3
⎕←last
x←{last+←⍵ ⋄ last}¨1 2 3
⎕←x
⎕←last
sum←0
x←1 2∘.{sum+←⍺×⍵ ⋄ sum}3 4
⎕←x
⎕←sum
total←0
x←2 2{total+←1 ⋄ ⍺+⍵}¨5 6
⎕←total
grid←3 3⍴0
x←{i←⍵ ⋄ {grid[i;⍵]←i×⍵ ⋄ 0}¨⍳3 ⋄ 0}¨⍳3
grid
⍝ ==
⍝ shows {
⍝ [3](1,1,3)
⍝ [](0)
⍝ [3](1,3,6)
⍝ [](6)
⍝
⍝   3  7
⍝  13 21
⍝
⍝ [](21)
⍝ [](2)
⍝
⍝  1 2 3
⍝  2 4 6
⍝  3 6 9
⍝
⍝ }
