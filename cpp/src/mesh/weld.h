#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace mangto {

/// 점마다, 축마다 `tolerance`(m) 안에 있는 가장 앞선 대표 점의 번호. 대표는 자기 자신이다.
/// Per vertex (x, y, z each) the index of the first representative within `tolerance` metres on
/// every axis; a representative gets its own index. The result depends on the order of the vertices
/// only.
std::vector<std::int32_t> weld(std::span<const float> positions, float tolerance);

/// 쓰이는 점들(`indices`)을 감싸는 상자의 대각선에 비례하는 용접 거리(m).
/// Weld distance: 1e-6 of the diagonal of the box around the vertices that `indices` names.
float weldTolerance(std::span<const float> positions, std::span<const std::uint32_t> indices);

}  // namespace mangto
