-- ==
-- input { [1,2,3] } output { [2,3,4] [true,false,true] }
module type stream = { type~ s 'a val of [n] 'a: [n]a -> s a val smap 'a 'b: (a -> b) -> s a -> s b val out 'a: s a -> []a }
module st: stream = { type~ s 'a = []a def of [n] 'a (x: [n]a): s a = x def smap 'a 'b (f: a -> b) (x: s a): s b = map f x def out 'a (x: s a): []a = x }
def main (x: []i32) = (st.out (st.smap (+1) (st.of x)), st.out (st.smap (\v -> v % 2 == 1) (st.of x)))
