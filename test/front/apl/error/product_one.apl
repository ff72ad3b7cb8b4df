⍝ An outer product of one argument.
∘.+3
