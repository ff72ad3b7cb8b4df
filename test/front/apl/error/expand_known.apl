⍝ The mask is written down, so its ones are counted before the program runs.
1 0 1\1 2 3
