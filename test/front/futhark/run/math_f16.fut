-- f16 rounds after every operation.
-- ==
-- entry: main
-- input { 2048f16 1f16 } output { 2048f16 2047f16 2048f16 }
-- input { 1f16 3f16 } output { 4f16 -2f16 3f16 }
-- input { 65504f16 65504f16 } output { f16.inf 0f16 f16.inf }
-- ==
-- entry: functions
-- input { 2f16 } output { 1.4142f16 2 true }
entry main (x: f16) (y: f16): (f16, f16, f16) = (x + y, x - y, x * y)
entry functions (x: f16): (f16, i32, bool) = (f16.sqrt x, i32.f16 x, x f16.> f16.epsilon)
