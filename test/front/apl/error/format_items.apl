⎕←⍕'ab' 'cd'
