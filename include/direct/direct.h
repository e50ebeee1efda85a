// SPDX-License-Identifier: MIT
// Everything, in the order of the path from rows to predictions.
#pragma once

#include <direct/atomic_file.h>
#include <direct/budget.h>
#include <direct/data.h>
#include <direct/deploy.h>
#include <direct/device_form.h>
#include <direct/draws.h>
#include <direct/elbo.h>
#include <direct/entropy.h>
#include <direct/error.h>
#include <direct/evaluate.h>
#include <direct/features.h>
#include <direct/fit.h>
#include <direct/integer_model.h>
#include <direct/likelihood.h>
#include <direct/matrix.h>
#include <direct/model.h>
#include <direct/network.h>
#include <direct/numbers.h>
#include <direct/options.h>
#include <direct/posterior.h>
#include <direct/prior.h>
#include <direct/progress.h>
#include <direct/ranks.h>
#include <direct/schema.h>
#include <direct/statistics.h>
#include <direct/synthetic.h>
#include <direct/table.h>
#include <direct/trust.h>
#include <direct/tune.h>
