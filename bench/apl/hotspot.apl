⍝ Heat on a chip, 512 by 512; the borders see themselves.
n←512
power←n n⍴0.5 0.25 0.125
step←{
  up←(1↑⍵)⍪¯1↓⍵ ⋄ down←(1↓⍵)⍪¯1↑⍵
  left←(⍉1↑⍉⍵),⍉¯1↓⍉⍵ ⋄ right←(⍉1↓⍉⍵),⍉¯1↑⍉⍵
  ⍵+0.1×power+((up+down)-2×⍵)+(left+right)-2×⍵
}
run←{ ⍝: int → double
  (+/+/(step⍣⍵)80+n n⍴0 1 2 3 4)÷n×n
}
⍝ ==
⍝ entry: run
⍝ nobench input { 2i64 } output { 82.0583258628845 }
