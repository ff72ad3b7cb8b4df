// Uses shapes.fut as a library from Rust, without bindgen: the functions that are needed are declared.
//
//   ravel build --shared shapes.fut
//   rustc -O -L . -C link-arg=-Wl,-rpath,$PWD shapes_demo.rs
use std::ffi::{c_char, c_int, c_void, CStr};

#[repr(C)]
struct Opaque {
    _private: [u8; 0],
}

#[link(name = "shapes")]
extern "C" {
    fn futhark_context_config_new() -> *mut Opaque;
    fn futhark_context_config_free(config: *mut Opaque);
    fn futhark_context_new(config: *mut Opaque) -> *mut Opaque;
    fn futhark_context_free(context: *mut Opaque);
    fn futhark_context_get_error(context: *mut Opaque) -> *mut c_char;
    fn futhark_new_f64_1d(context: *mut Opaque, data: *const f64, count: i64) -> *mut Opaque;
    fn futhark_values_f64_1d(context: *mut Opaque, array: *mut Opaque, data: *mut f64) -> c_int;
    fn futhark_free_f64_1d(context: *mut Opaque, array: *mut Opaque) -> c_int;
    fn futhark_new_i32_1d(context: *mut Opaque, data: *const i32, count: i64) -> *mut Opaque;
    fn futhark_free_i32_1d(context: *mut Opaque, array: *mut Opaque) -> c_int;
    fn futhark_entry_scale(context: *mut Opaque, out: *mut *mut Opaque, factor: f64, xs: *const Opaque) -> c_int;
    fn futhark_entry_pick(context: *mut Opaque, out: *mut i32, xs: *const Opaque, i: i64) -> c_int;
    fn free(memory: *mut c_void);
}

struct Shapes {
    config: *mut Opaque,
    context: *mut Opaque,
}

// A context may be used by several threads: calls wait for each other.
unsafe impl Send for Shapes {}
unsafe impl Sync for Shapes {}

impl Shapes {
    fn new() -> Result<Shapes, String> {
        unsafe {
            let config = futhark_context_config_new();
            let shapes = Shapes { config, context: futhark_context_new(config) };
            match shapes.message() {
                Some(message) => Err(message),
                None => Ok(shapes),
            }
        }
    }

    fn message(&self) -> Option<String> {
        unsafe {
            let text = futhark_context_get_error(self.context);
            if text.is_null() {
                return None;
            }
            let message = CStr::from_ptr(text).to_string_lossy().into_owned();
            free(text as *mut c_void);
            Some(message)
        }
    }

    fn check(&self, error: c_int) -> Result<(), String> {
        match error {
            0 => Ok(()),
            _ => Err(self.message().unwrap_or("unknown error".to_string())),
        }
    }

    fn scale(&self, factor: f64, xs: &[f64]) -> Result<Vec<f64>, String> {
        unsafe {
            let array = futhark_new_f64_1d(self.context, xs.as_ptr(), xs.len() as i64);
            let mut out = std::ptr::null_mut();
            let called = self.check(futhark_entry_scale(self.context, &mut out, factor, array));
            futhark_free_f64_1d(self.context, array);
            called?;
            let mut scaled = vec![0.0; xs.len()];
            let copied = self.check(futhark_values_f64_1d(self.context, out, scaled.as_mut_ptr()));
            futhark_free_f64_1d(self.context, out);
            copied.map(|_| scaled)
        }
    }

    fn pick(&self, xs: &[i32], i: i64) -> Result<i32, String> {
        unsafe {
            let array = futhark_new_i32_1d(self.context, xs.as_ptr(), xs.len() as i64);
            let mut picked = 0;
            let called = self.check(futhark_entry_pick(self.context, &mut picked, array, i));
            futhark_free_i32_1d(self.context, array);
            called.map(|_| picked)
        }
    }
}

impl Drop for Shapes {
    fn drop(&mut self) {
        unsafe {
            futhark_context_free(self.context);
            futhark_context_config_free(self.config);
        }
    }
}

fn main() -> Result<(), String> {
    let shapes = Shapes::new()?;
    println!("scaled: {:?}", shapes.scale(10.0, &[3.0, 1.0, 2.0])?);
    match shapes.pick(&[1, 2, 3], 7) {
        Ok(picked) => println!("picked {picked}"),
        Err(message) => println!("error: {message}"),
    }
    println!("picked {}", shapes.pick(&[1, 2, 3], 2)?);
    Ok(())
}
