// SPDX-License-Identifier: MIT
// The law of y = location + scale x, x being a few Gaussians, a spectrum, or Student's t.
#pragma once

#include <functional>
#include <variant>

#include "laws/gaussian_mixture.h"
#include "laws/law.h"
#include "laws/spectrum.h"
#include "laws/student.h"

namespace direct {

// Of the target: x is the standardised one.
struct Units {
  double location = 0.0, scale = 1.0;
};

struct ScaledLawParts {
  Prediction prediction = {};  // of y
  double skewness = 0.0, excess_kurtosis = 0.0;
  double model_degrees = 0.0;  // of freedom behind std_model; infinite: a variance that is known
  Units units = {};
  std::variant<GaussianMixture, Spectrum, StudentT> shape;
  std::function<LogDensity(double x)> tail = {};  // the log density where the shape has no digits left; may be none
};

class ScaledLaw final : public Law {
 public:
  explicit ScaledLaw(ScaledLawParts parts);

  double cdf(double y) const override;
  LogDensity log_density(double y) const override;
  double density(double y) const override;
  double quantile(double probability) const override;
  Interval shortest_interval(double level) const override;
  Interval mean_interval(double level) const override;
  double crps(double y) const override;
  double resolution() const override;
  double skewness() const override { return parts_.skewness; }
  double excess_kurtosis() const override { return parts_.excess_kurtosis; }

 private:
  CdfAndDensity at(double x) const;
  double x_of(double y) const { return (y - parts_.units.location) / parts_.units.scale; }
  double y_of(double x) const { return parts_.units.location + parts_.units.scale * x; }
  double x_quantile(double probability) const;

  ScaledLawParts parts_;
};

}  // namespace direct
