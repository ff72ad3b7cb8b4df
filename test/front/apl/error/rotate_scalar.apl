⍝ A scalar has one place to be rotated to, by a number.
1 2⌽5
