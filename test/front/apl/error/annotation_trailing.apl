avg←{ ⍝: double[n] → double
  (+/⍵)÷≢⍵
}
