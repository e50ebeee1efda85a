// SPDX-License-Identifier: MIT
#include "algebra/blas.h"

#include <cblas.h>

namespace direct {

void use_single_threaded_blas() {
  if (openblas_get_num_threads() != 1) openblas_set_num_threads(1);
}

}  // namespace direct
