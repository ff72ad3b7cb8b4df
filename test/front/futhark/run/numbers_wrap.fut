-- Integers with a suffix keep their lowest bits.
-- ==
-- input {} output { 1u8 -1i8 0u32 -2147483648i32 4u64 44i8 -128i8 }
def main: (u8, i8, u32, i32, u64, i8, i8) =
  (257u8, 255i8, 4294967296u32, 2147483648i32, 18446744073709551620u64, 300i8, -128i8)
