// SPDX-License-Identifier: MIT
// What the commands do, as library calls: generate, fit, save, load, predict, evaluate.
#include <cstdio>
#include <exception>

#include <direct/direct.h>

namespace {

void run() {
  direct::generate("sensor", 500, 1, "example_train.csv");
  direct::generate("sensor", 200, 2, "example_test.csv");

  const direct::Dataset train = direct::open_dataset({"example_train.csv"}, {.target = "gas_ppm"});
  const direct::Training training = direct::fit(train, {.num_features = 200, .seed = 1});
  direct::save_model(training.model, "example.direct");
  std::printf("%.0f rows, elbo %.1f, %s\n", training.model.summary.num_rows, training.report.elbo,
              training.report.stop_reason.c_str());

  const direct::TrainedModel model = direct::load_model("example.direct");
  const direct::Dataset test = direct::open_dataset({"example_test.csv"});
  direct::RowReader reader(test, model.preparation.schema, direct::RowReader::Targets::ignored, 3);
  const direct::Predictor predictor(model);
  direct::Rows rows;
  reader.next(rows);
  for (const direct::Prediction& row : predictor(rows.inputs))
    std::printf("%.1f +- %.1f ppm\n", row.mean, row.std_total);

  const direct::Evaluation evaluation = direct::evaluate(model, test);
  std::printf("rmse %.2f, in full precision %.2f\n", evaluation.rmse, evaluation.yardstick->rmse);
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
