-- Automap if.
-- ==
-- input { [true,false] } output { [false,true] }

entry main (bs: []bool) = !bs
