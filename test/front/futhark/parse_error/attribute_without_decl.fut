#[inline]
