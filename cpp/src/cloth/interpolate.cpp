#include "cloth/interpolate.h"

#include <algorithm>
#include <cmath>

#include "cloth/cloth_state.h"

namespace mangto {
namespace {

glm::dvec3 at(std::span<const float> values, std::int32_t point) {
  const float* p = &values[3 * static_cast<std::size_t>(point)];
  return {p[0], p[1], p[2]};
}

/// 섞은 고정점들에서 지금의 목표까지의 평균. / Mean way from the blended pins to their targets.
glm::vec3 pinShift(const ClothState& cloth) {
  const std::span<const Pin> pins = cloth.data().pins;
  if (pins.empty()) return glm::vec3(0.0F);
  glm::dvec3 sum(0.0);
  for (const Pin& pin : pins)
    sum += at(cloth.pinTargets, pin.point) - at(cloth.packedPositions, pin.point);
  return glm::vec3(sum / static_cast<double>(pins.size()));
}

void placePins(ClothState& cloth) {
  Sphere& sphere = cloth.boundingSphere;
  for (const Pin& pin : cloth.data().pins) {
    const std::size_t first = 3 * static_cast<std::size_t>(pin.point);
    std::copy_n(&cloth.pinTargets[first], 3, &cloth.packedPositions[first]);
    const glm::dvec3 d = at(cloth.pinTargets, pin.point) - glm::dvec3(sphere.center);
    const double distance = std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
    sphere.radius = std::max(sphere.radius, static_cast<float>(distance));
  }
}

void normalize(std::span<float> vectors) {
  for (std::size_t i = 0; i < vectors.size(); i += 3) {
    float* n = &vectors[i];
    const float length = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (!(length > 0.0F)) continue;
    for (int axis = 0; axis < 3; ++axis) n[axis] /= length;
  }
}

}  // namespace

bool reserveFrames(ClothState& cloth) {
  const std::size_t coordinates = cloth.packedPositions.size();
  Frames& frames = cloth.frames;
  return frames.from.positions.resize(coordinates) && frames.from.normals.resize(coordinates) &&
         frames.to.positions.resize(coordinates) && frames.to.normals.resize(coordinates);
}

void capture(ClothState& cloth, Frame& frame) {
  publish(cloth);
  std::copy(cloth.packedPositions.begin(), cloth.packedPositions.end(), frame.positions.data());
  std::copy(cloth.packedNormals.begin(), cloth.packedNormals.end(), frame.normals.data());
  frame.boundingSphere = cloth.boundingSphere;
}

void blend(ClothState& cloth) {
  const Frame& from = cloth.frames.from;
  const Frame& to = cloth.frames.to;
  const auto share =
      static_cast<float>(std::clamp(cloth.pendingTime / cloth.options.timeStep, 0.0, 1.0));
  const auto mix = [share](float a, float b) { return a + (b - a) * share; };
  std::transform(from.positions.span().begin(), from.positions.span().end(),
                 to.positions.span().begin(), cloth.packedPositions.begin(), mix);
  std::transform(from.normals.span().begin(), from.normals.span().end(), to.normals.span().begin(),
                 cloth.packedNormals.begin(), mix);
  normalize(cloth.packedNormals);

  const glm::vec3 shift = pinShift(cloth);
  for (std::size_t i = 0; i < cloth.packedPositions.size(); ++i)
    cloth.packedPositions[i] += shift[static_cast<int>(i % 3)];
  // 두 구를 섞은 구는 섞은 점들을 감싼다.
  const Sphere& a = from.boundingSphere;
  const Sphere& b = to.boundingSphere;
  cloth.boundingSphere = {a.center + (b.center - a.center) * share + shift,
                          mix(a.radius, b.radius)};
  placePins(cloth);
}

}  // namespace mangto
