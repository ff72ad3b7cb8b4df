⍝ What a scalar is rotated by.
'a'⌽5
