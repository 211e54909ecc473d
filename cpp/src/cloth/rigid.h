#pragma once

namespace mangto {

struct ClothState;

/// 고정점들이 목표까지 움직일 평균 거리(m), 없으면 0. / Mean distance of the pins to their targets.
double pinTravel(const ClothState& cloth);

/// 걸음 앞에서: 너무 먼 길이면 천 전체를 데려가고, 아니면 몸의 움직임에서 천이 느끼지 않을 몫만
/// 데려간다. Ahead of `steps` steps, after which the pins are still `lag` steps from their targets:
/// takes the whole cloth along with a jump of the pins, else with the share of their motion that it
/// is not to feel.
void followPins(ClothState& cloth, int steps, double lag);

}  // namespace mangto
