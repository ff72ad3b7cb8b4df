2⍕'abc'
