⍝ Keys that are items, and rows: the left argument is an item, enclosed, or a row.
words←' '(≠⊆⊢)'the cat the dog'
⎕←{≢⍵}⌸words
⎕←{⍵}⌸words
⎕←{⊃⍺}⌸words
⎕←{≢⊃⍺}⌸words
⎕←{⍺}⌸words
⎕←words{+/⍵}⌸4 5 6 7
⎕←{≢⍵}⌸(1 2)(3 4 5)(1 2)
⎕←'ab' 'cd' 'ab'{+/⍵}⌸1 2 3
⎕←1 2 1{≢⊃⍵}⌸words[1 2 3]
⎕←{⍺,≢⍵}⌸3 2⍴1 2 3 4 1 2
⎕←(3 2⍴1 2 3 4 1 2){+⌿⍵}⌸3 2⍴⍳6
⎕←{≢⍵}⌸0⍴words
⎕IO←0
⎕←{⍵}⌸words
⎕←{⊃⍺}⌸words
counts[⍒counts←{≢⍵}⌸words]
⍝ ==
⍝ ==
⍝ shows {
⍝ [3](2,1,1)
⍝
⍝  1 3
⍝  2 0
⍝  4 0
⍝
⍝
⍝ the
⍝ cat
⍝ dog
⍝
⍝ [3](3,3,3)
⍝ the
⍝ cat
⍝ dog
⍝ [3](10,5,7)
⍝ [2](2,1)
⍝ [2](4,2)
⍝ [2](3,3)
⍝
⍝  1 2 2
⍝  3 4 1
⍝
⍝
⍝  6 8
⍝  3 4
⍝
⍝ [0]()
⍝
⍝  0 2
⍝  1 0
⍝  3 0
⍝
⍝
⍝ the
⍝ cat
⍝ dog
⍝
⍝ [3](2,1,1)
⍝ }
