-- U64 big.
-- ==
-- input { 18446744073709551615u64 } output { 9223372036854775807u64 15u64 true }

entry main (a: u64) = (a / 2, a >> 60, a > 5)
