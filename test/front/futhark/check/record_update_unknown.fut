-- The type of the record is only found out later.
def f r : {x:i32} = r with x = 0
