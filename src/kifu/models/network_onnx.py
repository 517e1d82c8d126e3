"""ONNX files of networks: made from the weights by `onnx`, checked before ONNX Runtime is given them.

A file ends in a checksum, itself a field of ONNX (an entry of `metadata_props`, which may stand anywhere), so
that a truncated or altered file is known as such without parsing it.
"""

import hashlib
import json
import logging
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from kifu.errors import MissingToolError
from kifu.models.files import Arrays, Card, ModelError

if TYPE_CHECKING:
    from onnx import ModelProto, NodeProto

Planes = npt.NDArray[np.float32]

_EPSILON = 1e-5  # of PyTorch's batch normalisation
_OPSET, _IR = 18, 9
# Field 14 of a model, 74 bytes: a key of 6 bytes and a value of 64.
_SEAL = b"\x72\x4a\x0a\x06sha256\x12\x40"
CARD = "kifu"
_CALIBRATED_AT_ONCE = 64


def sealed(body: bytes) -> bytes:
    """A model's bytes with its checksum."""
    return body + _SEAL + hashlib.sha256(body).hexdigest().encode()


def unsealed(data: bytes, name: str) -> bytes:
    """The bytes of an ONNX file whose checksum is right.

    Raises:
        ModelError: It has none, or another one.
    """
    end = len(data) - len(_SEAL) - 64
    if end < 0 or data[end : end + len(_SEAL)] != _SEAL:
        raise ModelError(
            f"{name}: expected a network as `kifu train onnx` writes it; it is another file, or cut short"
        )
    if hashlib.sha256(data[:end]).hexdigest().encode() != data[-64:]:
        raise ModelError(f"{name}: its bytes are not the ones that were saved: the file is damaged")
    return data


class _Graph:
    """Nodes and weights of a graph that grows."""

    def __init__(self, arrays: Arrays) -> None:
        self.arrays = arrays
        self.nodes: list[NodeProto] = []
        self.weights: dict[str, np.ndarray[Any, Any]] = {}

    def add(self, kind: str, *inputs: str, out: str = "", **attributes: Any) -> str:
        from onnx import helper

        out = out or f"v{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [out], name=out, **attributes))
        return out

    def constant(self, name: str, values: Any) -> str:
        self.weights[name] = np.asarray(values)
        return name

    def weight(self, name: str, values: "np.ndarray[Any, Any]") -> str:
        return self.constant(name, values.astype(np.float32))

    def convolve(self, x: str, layer: str, norm: str | None = None) -> str:
        """A convolution; a normalisation behind it becomes part of its weights."""
        weights = self.arrays[f"{layer}.weight"]
        if norm is None:
            bias = self.arrays[f"{layer}.bias"]
        else:
            scale, bias = self.folded(norm)
            weights = weights * scale[:, None, None, None]
        pad = weights.shape[2] // 2
        names = self.weight(f"{layer}.weight", weights), self.weight(f"{layer}.bias", bias)
        return self.add("Conv", x, *names, pads=[pad] * 4, kernel_shape=list(weights.shape[2:]))

    def folded(self, norm: str) -> tuple[Any, Any]:
        """Scale and bias of a normalisation."""
        part = {
            name: self.arrays[f"{norm}.{name}"] for name in ("weight", "bias", "running_mean", "running_var")
        }
        scale = part["weight"] / np.sqrt(part["running_var"] + _EPSILON)
        return scale, part["bias"] - part["running_mean"] * scale

    def linear(self, x: str, layer: str, scale: Any = 1.0) -> str:
        weights = self.arrays[f"{layer}.weight"] * np.reshape(scale, (-1, 1))
        out = self.add("MatMul", x, self.weight(f"{layer}.weight", weights.T))
        if f"{layer}.bias" not in self.arrays:
            return out
        return self.add("Add", out, self.weight(f"{layer}.bias", self.arrays[f"{layer}.bias"]))

    def channel(self, x: str, number: int) -> str:
        """One channel of many."""
        ends = [self.constant(f"channel{n}", np.array([n])) for n in (number, number + 1, 1)]
        return self.add("Slice", x, *ends)

    def over_points(self, x: str) -> str:
        """One value a channel, for every point."""
        return self.add("Unsqueeze", x, "axes")

    def pooled(self, x: str) -> str:
        mean = self.add("ReduceMean", x, "axes", keepdims=0)
        return self.add("Concat", mean, self.add("ReduceMax", x, "axes", keepdims=0), axis=1)

    def relu(self, x: str) -> str:
        return self.add("Relu", x)


def to_onnx(card: Card, arrays: Arrays, planes: int, numbers: int, expert_plane: int) -> bytes:
    """The ONNX file of a network.

    Args:
        card: what it is; kept in the file.
        arrays: its weights, as `kifu.learners.network.body` names them.
        planes: inputs of a position, one number a point.
        numbers: inputs of a position, one number each.
        expert_plane: the plane of the pattern model's log-probabilities.

    Raises:
        MissingToolError: The package onnx is not installed.
        ModelError: A weight is not a number.
    """
    try:
        from onnx import TensorProto, helper, numpy_helper
    except ImportError:
        raise MissingToolError(
            "making ONNX files needs the package onnx: pip install 'kifu[train-network]'"
        ) from None
    for name, array in arrays.items():
        if not np.isfinite(array).all():
            raise ModelError(f"expected finite weights, but {name} has some that are not: train it again")
    graph = _Graph(arrays)
    graph.constant("axes", np.array([2, 3]))
    scale, _ = graph.folded("stem_norm")
    x = graph.convolve("planes", "stem", "stem_norm")
    x = graph.relu(graph.add("Add", x, graph.over_points(graph.linear("numbers", "stem_numbers", scale))))
    for i in range(sum(name.endswith("conv1.weight") for name in arrays)):
        block = f"blocks.{i}"
        y = graph.relu(graph.convolve(x, f"{block}.conv1", f"{block}.norm1"))
        if f"{block}.pool.weight" in arrays:
            y = graph.add("Add", y, graph.over_points(graph.linear(graph.pooled(y), f"{block}.pool")))
        x = graph.relu(graph.add("Add", x, graph.convolve(y, f"{block}.conv2", f"{block}.norm2")))
    pooled = graph.pooled(x)
    y = graph.convolve(x, "policy_conv", "policy_norm")
    y = graph.relu(graph.add("Add", y, graph.over_points(graph.linear(pooled, "policy_pool"))))
    known = graph.channel("planes", expert_plane)
    known = graph.add("Mul", known, graph.weight("expert", arrays["expert"]))
    moves = graph.add("Flatten", graph.add("Add", graph.convolve(y, "policy_out"), known))
    passing = graph.linear(graph.relu(graph.linear(pooled, "pass_hidden")), "pass_out")
    graph.add("Concat", moves, passing, out="policy", axis=1)
    owners = graph.add("Softmax", graph.convolve(x, "owner_out"), out="owners", axis=1)
    more = graph.add("Sub", graph.channel(owners, 1), graph.channel(owners, 2))
    tenth = graph.weight("tenth", np.array(0.1))
    points = graph.add("Mul", graph.add("ReduceSum", more, "axes", keepdims=0), tenth)
    sure = graph.add("ReduceMean", graph.add("Abs", more), "axes", keepdims=0)
    both = graph.add("Mul", points, sure)
    value = graph.add("Concat", pooled, "numbers", points, sure, both, axis=1)
    value = graph.relu(graph.linear(value, "value_hidden"))
    graph.add("Softmax", graph.linear(value, "lead_out"), out="lead", axis=1)
    graph.add("Sigmoid", graph.linear(value, "win_out"), out="win")

    def info(name: str, *shape: Any) -> Any:
        return helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)

    made = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "kifu",
            [info("planes", "n", planes, "height", "width"), info("numbers", "n", numbers)],
            [
                info("policy", "n", None),
                info("owners", "n", 3, None, None),
                info("lead", "n", None),
                info("win", "n", 1),
            ],
            [numpy_helper.from_array(array, name) for name, array in graph.weights.items()],
        ),
        opset_imports=[helper.make_opsetid("", _OPSET)],
        ir_version=_IR,
        producer_name="kifu",
    )
    return _finished(made, card)


def to_int8(data: bytes, card: Card, planes: Planes, numbers: Planes) -> bytes:
    """The same network with the convolutions of its body in 8 bits: nearly three times as fast.

    The first layer and the heads stay as they are, which is where 8 bits cost accuracy.

    Args:
        data: what `to_onnx` made.
        card: what it is.
        planes: inputs of some positions, to see how large the values between layers get.
        numbers: inputs of the same positions.
    """
    import onnx
    from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static

    model = onnx.load_from_string(data)
    body = [n for n in model.graph.node if n.op_type == "Conv" and n.input[1].startswith("blocks.")]

    class Positions(CalibrationDataReader):  # type: ignore[misc]
        def __init__(self) -> None:
            self._begin = 0

        def get_next(self) -> dict[str, Planes] | None:
            some = slice(self._begin, self._begin + _CALIBRATED_AT_ONCE)
            self._begin = some.stop
            return {"planes": planes[some], "numbers": numbers[some]} if len(planes[some]) else None

    level = logging.root.manager.disable
    logging.disable(logging.WARNING)  # it advises to fuse layers, which are fused
    try:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "int8.onnx"
            quantize_static(
                model,
                path,
                Positions(),
                quant_format=QuantFormat.QDQ,
                per_channel=True,
                reduce_range=True,  # else processors without VNNI overflow
                activation_type=QuantType.QUInt8,
                weight_type=QuantType.QInt8,
                nodes_to_quantize=[node.name for node in body],
            )
            made = onnx.load(path)
    finally:
        logging.disable(level)
    return _finished(made, card)


def _finished(model: "ModelProto", card: Card) -> bytes:
    """The file of a graph, with the card."""
    from onnx import helper

    del model.metadata_props[:]
    helper.set_model_props(model, {CARD: json.dumps(asdict(card), sort_keys=True)})
    return sealed(model.SerializeToString(deterministic=True))
