#include "data/row_pass.h"
namespace direct {
RowPass for_each_block(const Dataset& dataset, const Schema& schema, RowReader::Targets targets, Share,
                       const std::function<void(Rows&)>& use) {
  RowReader reader(dataset, schema, targets, 4096);
  for (Rows rows; reader.next(rows);) use(rows);
  return {reader.warnings(), reader.unseen_levels()};
}
}  // namespace direct
