"""all-MiniLM-L6-v2 written down as an ONNX graph, without its weights.

The graph names, for each weight, its place inside the safetensors file, which onnxruntime then
maps into memory by itself: 25 kB instead of a 90 MB copy. Plain ONNX operators only, so that any
onnxruntime can run it.

Source: BERT, Devlin et al., 2019; the sizes are those of the model's `config.json`. Dropout and
the pooler are left out, as in the sentence-transformers use of the model; so is the division of
mean pooling, which the scaling to length 1 undoes.
"""

import json
import struct
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

if TYPE_CHECKING:
    from onnx import NodeProto, TensorProto

DIMENSIONS = 384
HEADS = 12
LAYERS = 6
NORM_EPSILON = 1e-12
MASKED = -10_000.0
"""Added to the score of padding before the softmax: exp of it is exactly 0 in float32."""

OPSET = 20
"""The first with Gelu; onnxruntime runs it since 1.17 (2024)."""
IR_VERSION = 9

RECIPE = 1
"""Counts the changes of this graph: a cached one of another recipe is built anew."""


def build_graph(weights: Path) -> bytes:
    """The model as ONNX bytes, its weights to be found in `weights` (checked before).

    Inputs: `tokens` (int64) and `mask` (float32, 1 for a token, 0 for padding), both of texts by
    tokens. Output: `sums` (float32), one row of 384 for each text: the sum of its tokens' states.
    """
    graph = _Graph(weights)
    graph.name_shapes()
    states = _embed_tokens(graph)
    for layer in range(LAYERS):
        states = _encode(graph, states, f"encoder.layer.{layer}")
    _sum_up(graph, states)
    return graph.to_bytes()


def _embed_tokens(graph: "_Graph") -> str:
    words = graph.node("Gather", graph.weight("embeddings.word_embeddings.weight"), "tokens")
    kinds = graph.weight("embeddings.token_type_embeddings.weight")
    kind = graph.node("Gather", kinds, graph.constant("first_kind", 0))
    places = graph.weight("embeddings.position_embeddings.weight")
    place = graph.node("Slice", places, graph.constant("zero", [0]), "length", "zero")
    summed = graph.node("Add", graph.node("Add", words, kind), place)
    return graph.node("Reshape", graph.layer_norm(summed, "embeddings.LayerNorm"), "flat")


def _encode(graph: "_Graph", states: str, layer: str) -> str:
    attended = _attend(graph, states, f"{layer}.attention.self")
    attended = graph.linear(attended, f"{layer}.attention.output.dense")
    attended = graph.node("Add", attended, states)
    attended = graph.layer_norm(attended, f"{layer}.attention.output.LayerNorm")
    inner = graph.node("Gelu", graph.linear(attended, f"{layer}.intermediate.dense"))
    outer = graph.node("Add", graph.linear(inner, f"{layer}.output.dense"), attended)
    return graph.layer_norm(outer, f"{layer}.output.LayerNorm")


def _attend(graph: "_Graph", states: str, part: str) -> str:
    query, key, value = (
        graph.node("Reshape", graph.linear(states, f"{part}.{role}"), "by_head")
        for role in ("query", "key", "value")
    )
    query = graph.node("Transpose", query, perm=[0, 2, 1, 3])
    key = graph.node("Transpose", key, perm=[0, 2, 3, 1])
    value = graph.node("Transpose", value, perm=[0, 2, 1, 3])
    scores = graph.node("Mul", graph.node("MatMul", query, key), "scale")
    shares = graph.node("Softmax", graph.node("Add", scores, "hidden"), axis=-1)
    mixed = graph.node("Transpose", graph.node("MatMul", shares, value), perm=[0, 2, 1, 3])
    return graph.node("Reshape", mixed, "flat")


def _sum_up(graph: "_Graph", states: str) -> None:
    by_text = graph.node("Reshape", states, "by_text")
    row = graph.node("Unsqueeze", "mask", "one")
    graph.node("Squeeze", graph.node("MatMul", row, by_text), "one", output="sums")


class _Graph:
    """Nodes and weights as they are added; names stand for values."""

    def __init__(self, weights: Path) -> None:
        self._file_name = weights.name
        self._start, self._places = _read_places(weights)
        self._initializers: dict[str, TensorProto] = {}
        self._nodes: list[NodeProto] = []

    def name_shapes(self) -> None:
        """Add what all layers share: the shapes, the scale, and the mask as it is added."""
        self.constant("one", [1])
        self.constant("flat", [-1, DIMENSIONS])
        self.constant("scale", np.float32((DIMENSIONS / HEADS) ** -0.5))
        self.node("Shape", "tokens", output="sizes")
        self.node("Shape", "tokens", output="length", start=1)
        self.node("Concat", "sizes", self.constant("width", [DIMENSIONS]), output="by_text", axis=0)
        heads = self.constant("heads", [HEADS, DIMENSIONS // HEADS])
        self.node("Concat", "sizes", heads, output="by_head", axis=0)
        padding = self.node("Sub", self.constant("shown", np.float32(1)), "mask")
        wide = self.node("Unsqueeze", padding, self.constant("one_two", [1, 2]))
        self.node("Mul", wide, self.constant("masked", np.float32(MASKED)), output="hidden")

    def node(
        self,
        operator: str,
        *inputs: str,
        output: str = "",
        **attributes: Any,  # noqa: ANN401 (whatever the operator takes)
    ) -> str:
        """Add an operation; gives the name of its result."""
        from onnx import helper

        name = output or f"{operator}_{len(self._nodes)}"
        self._nodes.append(helper.make_node(operator, inputs, [name], **attributes))
        return name

    def constant(self, name: str, value: ArrayLike) -> str:
        """Add a small constant (integers are int64); gives its name."""
        from onnx import numpy_helper

        array = np.asarray(value)
        self._initializers[name] = numpy_helper.from_array(array, name)
        return name

    def weight(self, name: str) -> str:
        """Refer to a weight by its place in the file; gives its name."""
        from onnx import TensorProto

        place = self._places[name]
        begin, end = place["data_offsets"]
        tensor = TensorProto(
            name=name,
            data_type=TensorProto.FLOAT,
            dims=place["shape"],
            data_location=TensorProto.EXTERNAL,
        )
        where = {"location": self._file_name, "offset": self._start + begin, "length": end - begin}
        for key, value in where.items():
            tensor.external_data.add(key=key, value=str(value))
        self._initializers[name] = tensor
        return name

    def linear(self, states: str, layer: str) -> str:
        """A dense layer with bias; torch keeps its weights transposed."""
        weight, bias = self.weight(f"{layer}.weight"), self.weight(f"{layer}.bias")
        return self.node("Gemm", states, weight, bias, transB=1)

    def layer_norm(self, states: str, layer: str) -> str:
        """Layer normalisation over the last axis."""
        weight, bias = self.weight(f"{layer}.weight"), self.weight(f"{layer}.bias")
        return self.node("LayerNormalization", states, weight, bias, epsilon=NORM_EPSILON)

    def to_bytes(self) -> bytes:
        """The finished graph."""
        from onnx import TensorProto, helper

        by_text = ["texts", "tokens_each"]
        tokens = helper.make_tensor_value_info("tokens", TensorProto.INT64, by_text)
        mask = helper.make_tensor_value_info("mask", TensorProto.FLOAT, by_text)
        sums = helper.make_tensor_value_info("sums", TensorProto.FLOAT, ["texts", DIMENSIONS])
        graph = helper.make_graph(
            self._nodes, "minilm", [tokens, mask], [sums], list(self._initializers.values())
        )
        opset = helper.make_opsetid("", OPSET)
        model = helper.make_model(graph, opset_imports=[opset], ir_version=IR_VERSION)
        return bytes(model.SerializeToString())


def _read_places(weights: Path) -> tuple[int, dict[str, Any]]:
    """Where the data starts, and each tensor's shape and offsets from there.

    Source: the safetensors format: a 64-bit length, so much JSON, then the data.
    """
    with weights.open("rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        return 8 + length, json.loads(file.read(length))
