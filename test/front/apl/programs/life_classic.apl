⍝ The game of life as everybody writes it: rotations in all directions, and inner products of items.
life←{⊃1 ⍵∨.∧3 4=+/,¯1 0 1∘.⊖¯1 0 1∘.⌽⊂⍵}
glider←3 3⍴0 1 0 0 0 1 1 1 1
⎕←life 5 5↑glider
⎕←' #'[1+(life⍣4)8 8↑glider]
⎕←(1 2)(3 4)+.×10 100
⎕←(1 2)'abc'+.≡(1 2)'abd'
+/,(life⍣20)10 10↑glider
⍝ ==
⍝ shows {
⍝
⍝  0 0 0 0 0
⍝  1 0 1 0 0
⍝  0 1 1 0 0
⍝  0 1 0 0 0
⍝  0 0 0 0 0
⍝
⍝
⍝         
⍝   #     
⍝    #    
⍝  ###    
⍝         
⍝         
⍝         
⍝         
⍝
⍝ [2](310,420)
⍝ [](1)
⍝ [](5.0)
⍝ }
