def sieve (n: i64) =
  let (flags, _) = loop (flags, i) = (replicate n true, 2i64) while i * i < n do
      let flags = if flags[i]
                  then loop flags for j in (i * i)..(i * i + i)..<n do flags with [j] = false
                  else flags
      in (flags, i + 1)
  in flags
