⍝ A step of the Game of Life is one par over the rows: the sums of a row, which three cells share, are made at its
⍝ point. The others make the first field, and count.
life←{
  rows←⍵+(1⊖⍵)+¯1⊖⍵
  count←rows+(1⌽rows)+¯1⌽rows
  (count=3)∨⍵∧count=4
}
run←{ ⍝: int → int
  +/+/(life⍣⍵)40 40⍴0 1 1 0 0 0 1
}
⍝ ==
⍝ entry: run
⍝ input { 50i64 } output { 143i64 }
⍝ input { 0i64 } output { 686i64 }
⍝ structure { par 7 loop 1 not copy not concat }
⍝ structure c { par@grid 3, copies 0 }
