5⊃'ab' 'cd'
