⍝ Primes by a table of remainders, which is never stored.
A←1↓⍳1000
primes←(1=+⌿0=A∘.|A)/A
⎕←≢primes
⎕←10↑primes
+/primes
⍝ ==
⍝ shows {
⍝ [](168)
⍝ [10](2,3,5,7,11,13,17,19,23,29)
⍝ [](76127.0)
⍝ }
