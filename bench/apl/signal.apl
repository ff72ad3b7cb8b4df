⍝ Signal processing: how much a signal of 50,000,000 numbers changes, within limits.
diff←{1↓⍵-¯1⌽⍵}
signal←{¯50⌈50⌊50×(diff 0,⍵)÷0.01+⍵}
run←{ ⍝: int → double
  ⍵×+/signal ⍳50000000
}
