⍝ More places than numbers can count; the shape is a vector of many known numbers.
1↓9↓⍳53⍴9
⍝ ==
⍝ shows {
⍝ error: E1914.*DOMAIN ERROR: the array would be too large
⍝ }
