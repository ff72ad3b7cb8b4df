def main (xs: []i32) = scatter xs [0] [1]
