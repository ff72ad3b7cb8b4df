⍝ Square roots by Newton's method.
sqrt←{n←⍵ ⋄ {0.5×⍵+n÷⍵}⍣20⊢n}
⎕←sqrt 2
root←{{⍵-((⍵*2)-2)÷2×⍵}⍣≡⍵}
root 1.0
⍝ ==
⍝ shows {
⍝ [](1.41421356237)
⍝ [](1.41421356237)
⍝ }
