⍝ A step of Life as a sum of nested boards.
board←6 6⍴0
board[1;2]←1
board[2;3]←1
board[3;1 2 3]←1
step←{s←⊃+/+/¯1 0 1∘.⊖¯1 0 1⌽¨⊂⍵ ⋄ (3=s)∨⍵∧4=s}
step board
⍝ ==
⍝ shows {
⍝
⍝  0 0 0 0 0 0
⍝  1 0 1 0 0 0
⍝  0 1 1 0 0 0
⍝  0 1 0 0 0 0
⍝  0 0 0 0 0 0
⍝  0 0 0 0 0 0
⍝
⍝ }
