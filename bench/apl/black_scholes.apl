⍝ Prices of European call options by the formula of Black and Scholes.
pdf←{(*¯0.5×⍵*2)÷(○2)*0.5}
cdf←{
  a←0.31938153 ¯0.356563782 1.781477937 ¯1.821255978 1.330274429
  L←|⍵
  K←÷1+0.2316419×L
  W←1-(pdf L)×(a[1]×K)+(a[2]×K*2)+(a[3]×K*3)+(a[4]×K*4)+a[5]×K*5
  B←⍵<0
  (B×1-W)+(1-B)×W
}
price←{
  S←60 ⋄ X←65 ⋄ r←0.1 ⋄ v←0.2
  T←⍵÷365
  vs←v×T*0.5
  d1←((⍟S÷X)+(r+0.5×v*2)×T)÷vs
  (S×cdf d1)-X×(*-r×T)×cdf d1-vs
}
run←{ ⍝: int → double
  (+/price 1+1000|⍳⍵)÷⍵
}
⍝ ==
⍝ entry: run
⍝ nobench input { 1000i64 } output { 7.0660211317492 }
