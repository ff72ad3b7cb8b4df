default(f32)
