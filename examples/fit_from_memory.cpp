// SPDX-License-Identifier: MIT
// From rows in memory to predictions: fit, save, load, predict.
#include <cmath>
#include <cstdio>
#include <exception>
#include <vector>

#include <direct/direct.h>

namespace {

// y = sin(3 x0) + x1 and a disturbance of about 0.07.
void run() {
  constexpr std::size_t num_rows = 400;
  direct::Matrix x(num_rows, 2), new_x(3, 2);
  std::vector<double> y(num_rows);
  for (std::size_t i = 0; i < num_rows; ++i) {
    const auto k = static_cast<double>(i);
    x(i, 0) = std::sin(12.9898 * k);
    x(i, 1) = std::sin(78.233 * k);
    y[i] = std::sin(3 * x(i, 0)) + x(i, 1) + 0.1 * std::sin(4.1 * k);
  }
  for (std::size_t i = 0; i < 3; ++i) new_x(i, 0) = 0.3 * static_cast<double>(i);

  const direct::Table train{.inputs = x, .target = y};  // or direct::read_csv("train.csv", {.target = "y"})
  const direct::Training training = direct::fit(train, {.num_features = 200});
  direct::save_model(training.model, "example_memory.direct");

  const direct::Predictor predict(direct::load_model("example_memory.direct"));  // any likelihood; owns what it needs
  for (const direct::Prediction& p : predict(direct::Table{.inputs = new_x}))
    std::printf("%.2f +- %.2f\n", p.mean, p.std_total);
  const auto [lower, upper] = predict.distribution(new_x, 0).interval(0.9);
  std::printf("the first is in %.2f .. %.2f with probability 0.9\n", lower, upper);
}

}  // namespace

int main() {
  try {
    run();
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
