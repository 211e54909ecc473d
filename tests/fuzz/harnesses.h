#pragma once

#include <memory>

#include "input.h"
#include "mangto/fabric.h"

namespace mangto::fuzz {

/// 격자나 그물이나 떼. 값이 틀렸으면 없다. / A grid, a mesh or a crowd; none for wrong values.
std::shared_ptr<const Fabric> readFabric(Input& input);

void fuzzFabric(Input& input);
void fuzzCloth(Input& input);
void fuzzSkin(Input& input);
void fuzzShape(Input& input);

}  // namespace mangto::fuzz
