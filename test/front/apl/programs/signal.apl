⍝ Signal processing (example 3.1 of the paper): one reduction, nothing stored.
diff←{1↓⍵-¯1⌽⍵}
signal←{¯50⌈50⌊50×(diff 0,⍵)÷0.01+⍵}
⌊0.5+1000×+/signal ⍳50000
⍝ ==
⍝ shows {
⍝ [](569034.0)
⍝ }
⍝ structure { par 1 reduce 1 not loop not concat not copy }
