-- Borders of loops whose ends are numbers, near and far from both.
entry main (k: i64): ([20]i64, [12]i64, [9]i64) =
  (tabulate 20 (\i -> if i < 2 then k else if i >= 17 then k + i else if i == 10 then 0 else i64.min 18 (i + k)),
   tabulate 12 (\i -> if 0 < i && i < 11 then (if i == 11 then 100 else i * k) else -i),
   tabulate 9 (\i -> i64.max 1 (i - k) + i64.min 8 (i + 1) + (if i <= 8 then 1 else 50) + (if i != 8 then 0 else 1000)))
-- ==
-- input { 3i64 }
-- output { [3i64, 3i64, 5i64, 6i64, 7i64, 8i64, 9i64, 10i64, 11i64, 12i64, 0i64, 14i64, 15i64, 16i64, 17i64, 18i64, 18i64, 20i64, 21i64, 22i64]
--          [0i64, 3i64, 6i64, 9i64, 12i64, 15i64, 18i64, 21i64, 24i64, 27i64, 30i64, -11i64]
--          [3i64, 4i64, 5i64, 6i64, 7i64, 9i64, 11i64, 13i64, 1014i64] }
