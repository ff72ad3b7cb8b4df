⍝ FizzBuzz: words of several lengths.
fizz←{0=15|⍵:'FizzBuzz' ⋄ 0=5|⍵:'Buzz' ⋄ 0=3|⍵:'Fizz' ⋄ ⍕⍵}
fizz¨⍳15
⍝ ==
⍝ shows {
⍝ 1
⍝ 2
⍝ Fizz
⍝ 4
⍝ Buzz
⍝ Fizz
⍝ 7
⍝ 8
⍝ Fizz
⍝ Buzz
⍝ 11
⍝ Fizz
⍝ 13
⍝ 14
⍝ FizzBuzz
⍝ }
