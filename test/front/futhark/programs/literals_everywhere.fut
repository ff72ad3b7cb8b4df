-- Literals of all kinds in expressions and patterns.
-- ==
-- entry: numbers
-- input { } output { 1000265i32 1500.0f64 12.0f32 65u8 255i64 }

-- ==
-- entry: strings
-- input { } output { 6i64 10u8 34u8 3i64 }

-- ==
-- entry: float_pattern
-- input { 0.5f64 } output { 1i32 }
-- input { 2.5f64 } output { 2i32 }
-- input { -1.0f64 } output { 3i32 }

-- ==
-- entry: lowest
-- input { -128i8 } output { 1i8 }
-- input { 3i8 } output { -3i8 }

entry numbers : (i32, f64, f32, u8, i64) =
  (0b1010 + 0xff + 1_000_000, 1.5e3, 0x1.8p3f32, 'A', 0xFF)

entry strings : (i64, u8, u8, i64) =
  let newline = "a\nb"
  in (length "h\"i\\é" - 0, newline[1], '"', length newline)

entry float_pattern (x: f64) : i32 =
  match x
  case 0.5 -> 1
  case 2.5 -> 2
  case _ -> 3

entry lowest (x: i8) : i8 =
  match x
  case -128i8 -> 1
  case _ -> -x
