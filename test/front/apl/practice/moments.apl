⍝ Mean, variance, skewness, median and mode of a sample.
⍝ ==
⍝ shows {
⍝ [](5.0)
⍝ [](4.0)
⍝ [](2.0)
⍝ [](4.5)
⍝ [](2.0)
⍝ [1](4)
⍝ is
⍝ [](0.65625)
⍝ [8](-1.5,-0.5,-0.5,-0.5,0.0,0.0,1.0,2.0)
⍝ 1.0000
⍝ [9](0,1,0,3,2,0,1,0,1)
⍝
⍝ *
⍝
⍝ ***
⍝ **
⍝
⍝ *
⍝
⍝ *
⍝ [3](4,4,5)
⍝ [](4.875)
⍝ [](0.925429045859)
⍝ [](0.0)
⍝ }

x←2 4 4 4 5 5 7 9
mean←+/÷≢
var←{m←mean ⍵ ⋄ (+/(⍵-m)*2)÷≢⍵}
sd←{(var ⍵)*0.5}
⎕←mean x
⎕←var x
⎕←sd x
median←{s←⍵[⍋⍵] ⋄ n←≢⍵ ⋄ mean s[⌈0.5×n+0 1]}
⎕←median x
⎕←median 3 1 2
mode←{u←∪⍵ ⋄ c←+/u∘.=⍵ ⋄ (c=⌈/c)/u}
⎕←mode x
⎕←mode 'mississippi'
skew←{z←(⍵-mean ⍵)÷sd ⍵ ⋄ mean z*3}
⎕←skew x
z←(x-mean x)÷sd x
⎕←z
⎕←4⍕mean z*2
hist←{+/(⍳⍺)∘.=⍵}
⎕←9 hist x
⎕←'*'⍴⍨¨9 hist x
quartiles←{s←⍵[⍋⍵] ⋄ s[⌈0.25 0.5 0.75×≢⍵]}
⎕←quartiles x
cov←{mean(⍺-mean ⍺)×⍵-mean ⍵}
y←1 3 2 5 4 6 8 9
⎕←x cov y
⎕←(x cov y)÷(sd x)×sd y
0
