⍝ Conway's Game of Life on a board whose edges meet: the neighbours of all cells at once are the
⍝ board, turned one step in each direction, and added up. A step is one parallel loop.
step←{
  rows←⍵+(1⌽⍵)+¯1⌽⍵
  around←rows+(1⊖rows)+¯1⊖rows
  (around=3)∨⍵∧around=4
}
glider←6 6↑3 3⍴0 1 0 0 0 1 1 1 1
⎕←'.#'[1+(step⍣4)glider]
+/,(step⍣4)glider
⍝ ==
⍝ shows {
⍝
⍝ ......
⍝ ..#...
⍝ ...#..
⍝ .###..
⍝ ......
⍝ ......
⍝
⍝ [](5.0)
⍝ }
