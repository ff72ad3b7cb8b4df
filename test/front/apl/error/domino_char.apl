⌹2 2⍴'abcd'
