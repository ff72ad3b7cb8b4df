-- A field is misspelt.
def f (r: {width: i32}) = r.widht
