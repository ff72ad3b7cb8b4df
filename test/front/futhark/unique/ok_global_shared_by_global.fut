def table: [3]i32 = [1, 2, 3]
def other = table
def part = table[1:]
