⍝ The date of Easter Sunday, as 10000y+100m+d, of many years.
easter←{
  G←1+19|⍵
  C←1+⌊⍵÷100
  X←¯12+⌊C×3÷4
  Z←¯5+⌊(5+8×C)÷25
  S←(⌊(5×⍵)÷4)-X+10
  E←30|(11×G)+20+Z-X
  F←E+(E=24)∨(E=25)∧G>11
  N←(30×F>23)+44-F
  N←N+7-7|S+N
  (N-31×N>31)+(100×3+N>31)+10000×⍵
}
run←{ ⍝: int → double
  +/easter ⍳⍵
}
⍝ ==
⍝ entry: run
⍝ nobench input { 3000i64 } output { 45016176853.0 }
