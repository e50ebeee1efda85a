/* SPDX-License-Identifier: MIT
 * An exported model under names that do not depend on its own: EXPORTED(predict) is airflow_predict,
 * EXPORTED_CONSTANT(NUM_INPUTS) is AIRFLOW_NUM_INPUTS. Compile with -DEXPORTED_HEADER='"airflow.h"'
 * -DEXPORTED_PREFIX=airflow -DEXPORTED_MACRO_PREFIX=AIRFLOW.
 */
#ifndef DIRECT_EXPORTED_H
#define DIRECT_EXPORTED_H

#include EXPORTED_HEADER

#define EXPORTED_PASTE(prefix, rest) prefix##rest
#define EXPORTED_NAME(prefix, rest) EXPORTED_PASTE(prefix, rest)
#define EXPORTED(name) EXPORTED_NAME(EXPORTED_PREFIX, _##name)
#define EXPORTED_CONSTANT(name) EXPORTED_NAME(EXPORTED_MACRO_PREFIX, _##name)

#endif
