if 3>2 then 5
