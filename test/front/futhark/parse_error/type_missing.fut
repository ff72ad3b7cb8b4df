def f (x: ) = x
