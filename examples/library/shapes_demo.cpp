// Uses shapes.fut as a static library from C++: objects free themselves, and failures are exceptions.
//
//   ravel build --static shapes.fut
//   c++ -std=c++17 -o shapes_demo shapes_demo.cpp $(PKG_CONFIG_PATH=. pkg-config --cflags --libs shapes)
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "shapes.h"

class Shapes {
  std::unique_ptr<futhark_context_config, decltype(&futhark_context_config_free)> config{
      futhark_context_config_new(), futhark_context_config_free};
  std::unique_ptr<futhark_context, decltype(&futhark_context_free)> context{
      futhark_context_new(config.get()), futhark_context_free};

  // Arrays and other values belong to the context.
  template <typename T> struct Free {
    futhark_context *context;
    int (*free)(futhark_context *, T *);
    void operator()(T *value) const { free(context, value); }
  };
  template <typename T> using Value = std::unique_ptr<T, Free<T>>;
  template <typename T> Value<T> own(T *value, int (*free)(futhark_context *, T *)) {
    return Value<T>(value, Free<T>{context.get(), free});
  }

  void check(int error) {
    if (error == FUTHARK_SUCCESS) return;
    std::unique_ptr<char, decltype(&std::free)> message(futhark_context_get_error(context.get()),
                                                        std::free);
    throw std::runtime_error(message ? message.get() : "unknown error");
  }

  Value<futhark_f64_1d> array(const std::vector<double> &xs) {
    auto *made = futhark_new_f64_1d(context.get(), xs.data(), static_cast<int64_t>(xs.size()));
    return own(made, futhark_free_f64_1d);
  }

public:
  double polygon_area(int64_t corner_count) {
    futhark_opaque_arr1d_point *points;
    check(futhark_entry_corners(context.get(), &points, corner_count));
    auto corners = own(points, futhark_free_opaque_arr1d_point);
    futhark_opaque_shape *made;
    check(futhark_entry_polygon(context.get(), &made, corners.get()));
    auto polygon = own(made, futhark_free_opaque_shape);
    double area;
    check(futhark_entry_area(context.get(), &area, polygon.get()));
    return area;
  }

  std::vector<double> scale(double factor, const std::vector<double> &xs) {
    auto in = array(xs);
    futhark_f64_1d *made;
    check(futhark_entry_scale(context.get(), &made, factor, in.get()));
    auto out = own(made, futhark_free_f64_1d);
    std::vector<double> scaled(xs.size());
    check(futhark_values_f64_1d(context.get(), out.get(), scaled.data()));
    return scaled;
  }

  int32_t pick(const std::vector<int32_t> &xs, int64_t i) {
    auto in = own(futhark_new_i32_1d(context.get(), xs.data(), static_cast<int64_t>(xs.size())),
                  futhark_free_i32_1d);
    int32_t picked;
    check(futhark_entry_pick(context.get(), &picked, in.get(), i));
    return picked;
  }
};

int main() {
  Shapes shapes;
  std::printf("a polygon with 6 corners has area %.4f\n", shapes.polygon_area(6));
  std::vector<double> scaled = shapes.scale(10, {3, 1, 2});
  std::printf("scaled: %.1f %.1f %.1f\n", scaled[0], scaled[1], scaled[2]);
  try {
    shapes.pick({1, 2, 3}, 7);
  } catch (const std::runtime_error &error) {
    std::printf("error: %s\n", error.what());
  }
  std::printf("picked %d\n", shapes.pick({1, 2, 3}, 2));
}
