-- A local definition is not a member.
-- ==
-- error: E1105

module m = {local def secret = 1i32 def open_one = secret}
entry main = m.secret
