-- | Arrays of tuples and tuples of arrays. None of these functions moves data, until one of the arrays is updated.

def zip [n] 'a 'b (as: [n]a) (bs: [n]b): *[n](a, b) =
  intrinsics.zip as bs

-- | The same as `zip`.
def zip2 [n] 'a 'b (as: [n]a) (bs: [n]b): *[n](a, b) =
  intrinsics.zip as bs

def zip3 [n] 'a 'b 'c (as: [n]a) (bs: [n]b) (cs: [n]c): *[n](a, b, c) =
  intrinsics.zip3 as bs cs

def zip4 [n] 'a 'b 'c 'd (as: [n]a) (bs: [n]b) (cs: [n]c) (ds: [n]d): *[n](a, b, c, d) =
  intrinsics.zip4 as bs cs ds

def zip5 [n] 'a 'b 'c 'd 'e (as: [n]a) (bs: [n]b) (cs: [n]c) (ds: [n]d) (es: [n]e): *[n](a, b, c, d, e) =
  intrinsics.zip5 as bs cs ds es

def unzip [n] 'a 'b (xs: [n](a, b)): ([n]a, [n]b) =
  intrinsics.unzip xs

-- | The same as `unzip`.
def unzip2 [n] 'a 'b (xs: [n](a, b)): ([n]a, [n]b) =
  intrinsics.unzip xs

def unzip3 [n] 'a 'b 'c (xs: [n](a, b, c)): ([n]a, [n]b, [n]c) =
  intrinsics.unzip3 xs

def unzip4 [n] 'a 'b 'c 'd (xs: [n](a, b, c, d)): ([n]a, [n]b, [n]c, [n]d) =
  intrinsics.unzip4 xs

def unzip5 [n] 'a 'b 'c 'd 'e (xs: [n](a, b, c, d, e)): ([n]a, [n]b, [n]c, [n]d, [n]e) =
  intrinsics.unzip5 xs
