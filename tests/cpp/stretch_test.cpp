#include <gtest/gtest.h>

#include <ostream>

#include "support/measure.h"
#include "support/sheets.h"

namespace mangto::test {
namespace {

/// 기준 알고리즘에서 20초 뒤에 잰 세로 모서리의 평균 늘어남(%).
/// Mean stretch of the vertical edges in the reference algorithm after 20 s, in percent.
struct Row {
  int iterations;
  double all;
  double firstRow;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.iterations << " iterations"; }

class HangingSheetStretch : public testing::TestWithParam<Row> {};

TEST_P(HangingSheetStretch, IsWithinAQuarterOfTheReferenceOrLess) {
  const Row& reference = GetParam();
  ClothOptions options;
  options.iterations = reference.iterations;
  const auto cloth = makeCloth(hangingSheet(12, 17), options);
  run(*cloth, 1200);
  const Stretch stretch = verticalStretch(*cloth, kSpacing);
  EXPECT_LT(stretch.all * 100.0, reference.all * 1.25);
  EXPECT_LT(stretch.firstRow * 100.0, reference.firstRow * 1.25);
  // 전혀 늘어나지 않는 것은 푼 것이 아니라 굳은 것이다.
  EXPECT_GT(stretch.all * 100.0, reference.all * 0.1);
  RecordProperty("all", std::to_string(stretch.all * 100.0));
  RecordProperty("firstRow", std::to_string(stretch.firstRow * 100.0));
}

INSTANTIATE_TEST_SUITE_P(Iterations, HangingSheetStretch,
                         testing::Values(Row{1, 19.0, 54.0}, Row{2, 9.7, 26.0}, Row{4, 4.7, 12.0},
                                         Row{8, 2.3, 5.5}, Row{20, 0.76, 1.9}, Row{40, 0.28, 0.85}),
                         [](const auto& test) { return std::to_string(test.param.iterations); });

}  // namespace
}  // namespace mangto::test
