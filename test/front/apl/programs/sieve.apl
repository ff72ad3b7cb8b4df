⍝ The sieve of Eratosthenes, by assignment of elements.
sieve←{b←⍵⍴1 ⋄ b[1]←0 ⋄ k←({b[(⍵×⍵)+⍵×¯1+⍳0⌈1+⌊((≢b)-⍵×⍵)÷⍵]←0 ⋄ ⍵+1}⍣(¯1+⌊(≢b)*0.5))2 ⋄ ⍸b}
sieve 50
⍝ ==
⍝ shows {
⍝ [15](2,3,5,7,11,13,17,19,23,29,31,37,41,43,47)
⍝ }
