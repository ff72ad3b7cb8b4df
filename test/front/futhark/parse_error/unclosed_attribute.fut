#[inline def f = 1
