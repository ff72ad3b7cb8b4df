⍝ Trimming, splitting, joining, replacing and padding.
⍝ ==
⍝ shows {
⍝ [ab c]
⍝ [a b c]
⍝ to
⍝ be
⍝ or
⍝ a, b, c
⍝ one, two, three
⍝ herro
⍝ [abc     ]
⍝ [     abc]
⍝ [   abc   ]
⍝ MIXED CASE 12
⍝ [](2)
⍝ [2](2,4)
⍝ cbafed
⍝ dctn
⍝ euaio
⍝ strngs
⍝ desserts
⍝ [](3)
⍝ [3](12,7,300)
⍝ [](319)
⍝
⍝ +-----+
⍝ | APL |
⍝ +-----+
⍝
⍝ [](0.0)
⍝ }

trim←{b←⍵≠' ' ⋄ ((∨\b)∧⌽∨\⌽b)/⍵}
⎕←'[',(trim '  ab c  '),']'
squeeze←{b←⍵=' ' ⋄ (~b∧1⌽b)/⍵}
⎕←'[',(squeeze 'a  b   c'),']'
split←{(⍺≠⍵)⊆⍵}
⎕←' 'split 'to be or'
join←{(≢⍺)↓∊(⊂⍺),¨⍵}
⎕←', 'join 'a' 'b' 'c'
⎕←', 'join 'one' 'two' 'three'
repl←{(a b)←⍺ ⋄ r←⍵ ⋄ r[⍸⍵=a]←b ⋄ r}
⎕←'lr'repl 'hello'
pad←{⍺↑⍵}
⎕←'[',(8 pad 'abc'),']'
⎕←'[',(¯8 pad 'abc'),']'
center←{n←⌊0.5×⍺-≢⍵ ⋄ ⍺↑(n⍴' '),⍵}
⎕←'[',(9 center 'abc'),']'
upper←{i←⎕UCS ⍵ ⋄ ⎕UCS i-32×(i≥97)∧i≤122}
⎕←upper 'Mixed Case 12'
count←{+/⍺⍷⍵}
⎕←'an'count 'banana'
⎕←⍸'an'⍷'banana'
rev←{⌽⍵}
⎕←∊rev¨' 'split 'abc def'
vow←'aeiou'
⎕←'education'~vow
⎕←('education'∊vow)/'education'
⎕←{⍵/⍨~⍵∊vow}'strings'
⎕←⌽'stressed'
csv←{(⎕UCS 44)split ⍵}
⎕←≢csv 'a,bb,,c'
num←{10⊥¯1+⎕D⍳⍵}
⎕←num¨csv '12,7,300'
⎕←+/num¨csv '12,7,300'
box←{w←2+≢⍵ ⋄ ↑('+',(w⍴'-'),'+')('| ',⍵,' |')('+',(w⍴'-'),'+')}
⎕←box 'APL'
0
