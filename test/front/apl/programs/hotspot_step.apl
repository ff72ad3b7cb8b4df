⍝ A step of heat on a chip is one par, whatever it takes, drops, transposes and joins. The others make the first
⍝ temperatures and the power, and add up.
n←16
power←n n⍴0.5 0.25 0.125
step←{
  up←(1↑⍵)⍪¯1↓⍵ ⋄ down←(1↓⍵)⍪¯1↑⍵
  left←(⍉1↑⍉⍵),⍉¯1↓⍉⍵ ⋄ right←(⍉1↓⍉⍵),⍉¯1↑⍉⍵
  ⍵+0.1×power+((up+down)-2×⍵)+(left+right)-2×⍵
}
run←{ ⍝: int → int
  ⌊0.5+1000×+/+/(step⍣⍵)80+n n⍴0 1 2 3 4
}
⍝ ==
⍝ entry: run
⍝ input { 20i64 } output { 21139750i64 }
⍝ structure { par 6 loop 1 not copy not concat }
⍝ structure c { par@grid 3, copies 0 }
