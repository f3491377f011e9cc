"""TypeScript types of all messages and of the games' views, for the page: `make types`. A test fails when they are stale."""

import inspect
import textwrap
from types import ModuleType, UnionType
from typing import Any, get_args

import msgspec
from msgspec import inspect as shapes

from pyramidion.games import GAMES, find
from pyramidion.server.comments import comments
from pyramidion.server.protocol import accounts, lab, moderation, opponents, people, programs, puzzles, rest, socket
from pyramidion.server.protocol.fields import Strict
from pyramidion.squares import Square

HEAD = """\
// Made from the server's messages and the games' views by `make types`. Do not edit.
"""
PLAIN: dict[type, str] = {
    shapes.AnyType: "unknown",
    shapes.BoolType: "boolean",
    shapes.FloatType: "number",
    shapes.IntType: "number",
    shapes.NoneType: "null",
    shapes.RawType: "unknown",
    shapes.StrType: "string",
}


def typescript() -> str:
    """The whole file."""
    spoken = [
        thing
        for module in (socket, rest, puzzles, accounts, people, opponents, moderation, programs, lab)
        for thing in vars(module).values()
        if _is_message(thing)
    ]
    views = "".join(f"  {name}: {_camel(name)}.View;\n" for name in GAMES)
    parts = [
        HEAD,
        *_interfaces([*spoken, Square]),
        *_unions(socket),
        *map(_game, GAMES),
        f"export interface Views {{\n{views}}}\n",
    ]
    return "\n".join(parts)


def _game(name: str) -> str:
    interfaces = "\n".join(_interfaces([find(name).view.View]))
    return f"export namespace {_camel(name)} {{\n{textwrap.indent(interfaces, '  ')}}}\n"


def _camel(name: str) -> str:
    return "".join(word.title() for word in name.split("_"))


def _interfaces(structs: list[Any]) -> list[str]:
    """These structs and all that they are made of, each after its parts."""
    found: dict[type, str] = {}
    for struct in structs:
        _collect(shapes.type_info(struct), found)
    return list(found.values())


def _collect(info: Any, found: dict[type, str]) -> None:
    if isinstance(info, shapes.StructType):
        if info.cls not in found:
            for field in info.fields:
                _collect(field.type, found)
            found[info.cls] = _interface(info)
        return
    for name in ("type", "item_type", "key_type", "value_type"):
        if hasattr(info, name):
            _collect(getattr(info, name), found)
    for part in (*getattr(info, "types", ()), *getattr(info, "item_types", ())):
        _collect(part, found)


def _is_message(thing: Any) -> bool:
    return _is_struct(thing) and thing is not Strict


def _is_struct(thing: Any) -> bool:
    return isinstance(thing, type) and issubclass(thing, msgspec.Struct) and thing is not msgspec.Struct


def _interface(struct: Any) -> str:
    fields = [f"  {struct.tag_field}: {_quoted(struct.tag)};\n"] if struct.tag_field else []
    said = comments(struct.cls)
    for field in struct.fields:
        comment = f" // {said[field.name]}" if field.name in said else ""
        is_optional = not field.required and issubclass(struct.cls, Strict)  # what comes down is always whole
        fields.append(f"  {field.encode_name}{'?' if is_optional else ''}: {_type(field.type)};{comment}\n")
    return f"/** {inspect.cleandoc(struct.cls.__doc__)} */\nexport interface {struct.cls.__name__} {{\n{''.join(fields)}}}\n"


def _unions(module: ModuleType) -> list[str]:
    unions = {name: thing for name, thing in vars(module).items() if isinstance(thing, UnionType)}
    texts = []
    for name, union in unions.items():
        if all(_is_struct(part) for part in get_args(union)):
            texts.append(f"export type {name} = {' | '.join(part.__name__ for part in get_args(union))};\n")
    return texts


def _type(info: Any) -> str:
    if type(info) in PLAIN:
        return PLAIN[type(info)]
    match info:
        case shapes.Metadata():
            return _type(info.type)
        case shapes.StructType():
            return str(info.cls.__name__)
        case shapes.LiteralType():
            return " | ".join(_quoted(value) for value in info.values)
        case shapes.UnionType():
            return " | ".join(_type(part) for part in info.types)
        case shapes.DictType():
            keys = _type(info.key_type)
            wrap = "Partial<Record<{}, {}>>" if isinstance(info.key_type, shapes.LiteralType) else "Record<{}, {}>"
            return wrap.format(keys, _type(info.value_type))
        case shapes.ListType() | shapes.VarTupleType():
            item = _type(info.item_type)
            return f"({item})[]" if " | " in item else f"{item}[]"
        case shapes.TupleType():
            return f"[{', '.join(_type(item) for item in info.item_types)}]"
    raise TypeError(f"no TypeScript for {info}")


def _quoted(value: Any) -> str:
    return f'"{value}"'


if __name__ == "__main__":
    print(typescript(), end="")
