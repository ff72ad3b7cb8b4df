⍝ The price of an American put option by a binomial tree: at every step from the end, the holder keeps the
⍝ option or exercises it. The state of ⍣ is the values of one date, one fewer in each step.
S←100 ⋄ K←105 ⋄ rate←0.05 ⋄ volatility←0.3 ⋄ years←1
price←{ ⍝: int → double
  n←⍵ ⋄ dt←years÷n
  up←*volatility×dt*0.5
  p←((*rate×dt)-÷up)÷up-÷up
  worth←{0⌈K-S×up*(¯1+≢⍵)-2×¯1+⍳≢⍵} ⍝ when it is exercised, with as many prices as there are values
  back←{later←⍵ ⋄ (worth 1↓later)⌈(*-rate×dt)×(p×¯1↓later)+(1-p)×1↓later}
  ⊃(back⍣n)worth(n+1)⍴0
}
⎕←price 3
⌊0.5+10000×price 200
⍝ ==
⍝ entry: price
⍝ input { 3i64 } output { 13.040897560461325 }
⍝ ==
⍝ shows {
⍝ [](13.0408975605)
⍝ [](125741.0)
⍝ }
