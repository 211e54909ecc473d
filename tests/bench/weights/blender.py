# blender --background --python blender.py -- IN.json OUT.json
# 그물과 뼈들을 읽어, 용접하고, 자동 가중치를 구해, 점마다 큰 것 넷을 적는다.
import json
import sys

import bpy

source, target = sys.argv[-2:]
with open(source) as file:
    data = json.load(file)
numbers = data["positions"]
points = [tuple(numbers[k : k + 3]) for k in range(0, len(numbers), 3)]
size = max(max(p[axis] for p in points) - min(p[axis] for p in points) for axis in range(3))
cell = 1e-6 * size or 1.0

places, place_of = {}, []
for point in points:
    key = tuple(round(c / cell) for c in point)
    place_of.append(places.setdefault(key, len(places)))
welded = [None] * len(places)
for point, place in zip(points, place_of):
    welded[place] = point
corners = [place_of[k] for k in data["indices"]]
faces = [tuple(corners[k : k + 3]) for k in range(0, len(corners), 3)]
faces = [face for face in faces if len(set(face)) == 3]

bpy.ops.object.select_all(action="SELECT")
bpy.ops.object.delete()
mesh = bpy.data.meshes.new("body")
# 길이가 뼈의 최소 길이보다 넉넉하도록 키를 2로 맞춘다.
scale = 2.0 / size
mesh.from_pydata([tuple(scale * c for c in p) for p in welded], [], faces)
body = bpy.data.objects.new("body", mesh)
rig = bpy.data.objects.new("rig", bpy.data.armatures.new("rig"))
for thing in (body, rig):
    bpy.context.collection.objects.link(thing)

bpy.context.view_layer.objects.active = rig
bpy.ops.object.mode_set(mode="EDIT")
made = []
for k, bone in enumerate(data["bones"]):
    edit = rig.data.edit_bones.new(f"b{k}")
    edit.head = [scale * c for c in bone["head"]]
    edit.tail = [scale * c for c in bone["tail"]]
    if edit.length < 1e-4:
        edit.tail = (edit.head[0], edit.head[1], edit.head[2] + 1e-3)
    edit.use_deform = k not in data["controls"]
    made.append(edit)
for edit, bone in zip(made, data["bones"]):
    if bone["parent"] is not None and bone["parent"] >= 0:
        edit.parent = made[bone["parent"]]
bpy.ops.object.mode_set(mode="OBJECT")

bpy.ops.object.select_all(action="DESELECT")
body.select_set(True)
rig.select_set(True)
bpy.ops.object.parent_set(type="ARMATURE_AUTO")

number_of = {group.index: int(group.name[1:]) for group in body.vertex_groups}
rows = []
for vertex in mesh.vertices:
    found = sorted(((g.weight, number_of[g.group]) for g in vertex.groups), reverse=True)[:4]
    total = sum(w for w, _ in found) or 1.0
    found = [(w / total, bone) for w, bone in found] + [(0.0, 0)] * (4 - len(found))
    rows.append(found)
with open(target, "w") as file:
    index = [bone for place in place_of for _, bone in rows[place]]
    weight = [w for place in place_of for w, _ in rows[place]]
    json.dump({"index": index, "weight": weight}, file)
