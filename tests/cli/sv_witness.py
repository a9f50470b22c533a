# SPDX-License-Identifier: MIT
"""A strict judge of witnesses, written from the format's description and knowing nothing of Cairn's
code: YAML 2.0 (violation sequences, sets of invariants) and GraphML 1.0 (violations). Also a reader
of the part of YAML that such files need."""

import datetime
import hashlib
import re
import xml.etree.ElementTree as ElementTree


class Bad(Exception):
    pass


def require(condition, message):
    if not condition:
        raise Bad(message)


def scalar(text):
    text = text.strip()
    if text == "[]":
        return []
    if text.startswith('"'):
        require(re.fullmatch(r'"(?:[^"\\]|\\["\\]|\\x[0-9a-f]{2})*"', text), f"bad string {text}")
        return re.sub(r'\\(x..|.)', lambda m: chr(int(m[1][1:], 16)) if m[1][0] == "x" and len(m[1]) > 1 else m[1],
                      text[1:-1])
    require(re.fullmatch(r"[A-Za-z0-9_.+-]+", text), f"{text!r} needs quotes")
    return int(text) if text.isdigit() else text


def read_yaml(text):
    """Block sequences and mappings, double-quoted and plain scalars."""
    lines = [(len(line) - len(line.lstrip()), line.strip()) for line in text.splitlines() if line.strip()]
    require("\t" not in text, "tab")

    def key_and_rest(content):
        match = re.match(r'("(?:[^"\\]|\\.)*"|[A-Za-z_]+):(?: (.*))?$', content)
        require(match, f"no key in {content!r}")
        return scalar(match[1]), match[2]

    def block(at, indent):
        if lines[at][1].startswith("- ") or lines[at][1] == "-":
            result = []
            while at < len(lines) and lines[at][0] == indent and lines[at][1].startswith("-"):
                inner = lines[at][1][1:].lstrip()
                if re.match(r'("(?:[^"\\]|\\.)*"|[A-Za-z_]+):( |$)', inner):
                    lines[at] = (indent + len(lines[at][1]) - len(inner), inner)
                    value, at = block(at, lines[at][0])
                else:
                    value, at = scalar(inner), at + 1
                result.append(value)
            return result, at
        result = {}
        while at < len(lines) and lines[at][0] == indent and not lines[at][1].startswith("- "):
            key, rest = key_and_rest(lines[at][1])
            require(key not in result, f"{key} twice")
            at += 1
            if rest is not None:
                result[key] = scalar(rest)
                continue
            require(at < len(lines) and lines[at][0] >= indent, f"nothing under {key}")
            # A sequence may stand at the indentation of its key.
            require(lines[at][0] > indent or lines[at][1].startswith("-"), f"nothing under {key}")
            result[key], at = block(at, lines[at][0])
        return result, at

    value, end = block(0, 0)
    require(end == len(lines), f"line {end + 1} does not belong anywhere")
    return value


def keys(mapping, required, optional=()):
    require(isinstance(mapping, dict), f"{mapping!r} is no mapping")
    require(set(required) <= set(mapping), f"{set(required) - set(mapping)} missing")
    require(set(mapping) <= set(required) | set(optional), f"{set(mapping) - set(required) - set(optional)} unknown")


def check_metadata(metadata, files, data_model):
    keys(metadata, ["format_version", "uuid", "creation_time", "producer", "task"])
    require(metadata["format_version"] == "2.0", "format_version")
    require(re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", metadata["uuid"]),
            "uuid is none of RFC 4122")
    time = datetime.datetime.fromisoformat(metadata["creation_time"])
    require(time.utcoffset() is not None, "creation_time has no offset")
    keys(metadata["producer"], ["name", "version"], ["configuration", "command_line", "description"])
    task = metadata["task"]
    keys(task, ["input_files", "input_file_hashes", "specification", "data_model", "language"])
    require(task["input_files"] == [str(path) for path in files], "input_files")
    hashes = {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
    require(task["input_file_hashes"] == hashes, "input_file_hashes")
    require(re.fullmatch(r"CHECK\( init\(main\(\)\), LTL\(.*\) \)", task["specification"]), "specification")
    require((task["data_model"], task["language"]) == (data_model, "C"), "data_model or language")


def text_at(location, files):
    """What the source has there."""
    keys(location, ["file_name", "line"], ["column", "function"])
    paths = [path for path in files if str(path) == location["file_name"]]
    require(paths, "location in no input file")
    lines = paths[0].read_text().splitlines()
    require(1 <= location["line"] <= len(lines), "line is not in the file")
    line = lines[location["line"] - 1]
    column = location.get("column", 1)
    require(1 <= column <= len(line), "column is not in the line")
    return line[column - 1:], line[:column - 1]


def at_statement(location, files):
    rest, before = text_at(location, files)
    require(not rest[0].isspace(), "location is a blank")
    require(not (before[-1:].isalnum() and rest[0].isalnum()), "location is inside of a word")
    return rest


def check_waypoint(waypoint, files, is_last):
    keys(waypoint, ["type", "action", "location"], ["constraint"])
    require(waypoint["action"] in ("follow", "avoid"), "action")
    kind = waypoint["type"]
    if kind == "function_return":
        rest, _ = text_at(waypoint["location"], files)
        require(rest.startswith(")"), f"function_return at {rest!r}, not at a closing parenthesis")
        keys(waypoint["constraint"], ["value", "format"])
        require(waypoint["constraint"]["format"] == "acsl_expression", "format")
        require(re.fullmatch(r"\\result == -?[0-9a-fxp.+-]+f?", waypoint["constraint"]["value"]),
                f"constraint {waypoint['constraint']['value']}")
    elif kind == "target":
        require(is_last, "target is not the last")
        require("constraint" not in waypoint, "target has a constraint")
        at_statement(waypoint["location"], files)
    else:
        raise Bad(f"type {kind}")
    require((kind == "target") == is_last, "the last waypoint is no target")


def check_violation(text, files, data_model="LP64"):
    """Judges a violation witness; returns its waypoints."""
    document = read_yaml(text)
    require(len(document) == 1, "not one entry")
    keys(document[0], ["entry_type", "metadata", "content"])
    require(document[0]["entry_type"] == "violation_sequence", "entry_type")
    check_metadata(document[0]["metadata"], files, data_model)
    followed = []
    for position, entry in enumerate(document[0]["content"]):
        keys(entry, ["segment"])
        segment = [waypoint["waypoint"] for waypoint in entry["segment"]]
        actions = [waypoint["action"] for waypoint in segment]
        require(actions == ["avoid"] * (len(actions) - 1) + ["follow"], "a segment ends with its one follow")
        for waypoint in segment:
            check_waypoint(waypoint, files, position + 1 == len(document[0]["content"]))
        followed.append(segment[-1])
    require(followed, "no waypoints")
    return followed


def check_invariants(text, files, data_model="LP64"):
    """Judges a correctness witness; returns its invariants."""
    document = read_yaml(text)
    require(len(document) == 1, "not one entry")
    keys(document[0], ["entry_type", "metadata", "content"])
    require(document[0]["entry_type"] == "invariant_set", "entry_type")
    check_metadata(document[0]["metadata"], files, data_model)
    result = []
    for entry in document[0]["content"]:
        keys(entry, ["invariant"])
        invariant = entry["invariant"]
        keys(invariant, ["type", "location", "value", "format"])
        require(invariant["format"] == "c_expression", "format")
        rest = at_statement(invariant["location"], files)
        if invariant["type"] == "loop_invariant":
            require(re.match(r"(for|while)\b", rest), f"loop invariant at {rest!r}")
        else:
            require(invariant["type"] == "location_invariant", "type")
        for word in re.findall(r"[A-Za-z_]\w*", invariant["value"]):
            require("::" not in invariant["value"] and "$" not in invariant["value"], f"{word} is no name of C")
        result.append(invariant)
    return result


def check_graphml(text, files, architecture="64bit"):
    """Judges a violation in GraphML; returns the lines of its edges."""
    space = "{http://graphml.graphdrawing.org/xmlns}"
    root = ElementTree.fromstring(text)
    require(root.tag == space + "graphml", "root")
    declared = {key.get("id"): key.get("for") for key in root.findall(space + "key")}
    graph = root.find(space + "graph")

    def data(element, kind):
        values = {}
        for item in element.findall(space + "data"):
            require(declared.get(item.get("key")) == kind, f"key {item.get('key')} is not declared for {kind}")
            values[item.get("key")] = item.text
        return values

    facts = data(graph, "graph")
    for key in ("witness-type", "sourcecodelang", "producer", "specification", "programfile", "programhash",
                "architecture", "creationtime"):
        require(key in facts, f"{key} missing")
    require((facts["witness-type"], facts["architecture"]) == ("violation_witness", architecture), "type")
    require(facts["programhash"] == hashlib.sha256(files[0].read_bytes()).hexdigest(), "programhash")
    require(datetime.datetime.fromisoformat(facts["creationtime"]).utcoffset() is not None, "creationtime")
    nodes = {node.get("id"): data(node, "node") for node in graph.findall(space + "node")}
    require([n for n, d in nodes.items() if d.get("entry") == "true"] == ["n0"], "one entry")
    violation = [n for n, d in nodes.items() if d.get("violation") == "true"]
    require(len(violation) == 1, "one violation")
    at, lines = "n0", []
    for edge in graph.findall(space + "edge"):
        require(edge.get("source") == at and edge.get("target") in nodes, "edges are no path")
        at = edge.get("target")
        facts = data(edge, "edge")
        lines.append(int(facts["startline"]))
        if r"\result" in facts.get("assumption", ""):
            require(facts["assumption"].endswith(";"), "assumptions end with a semicolon")
            require(facts.get("assumption.resultfunction", "").startswith("__VERIFIER_nondet_"), "whose result?")
    require(at == violation[0], "the path ends elsewhere")
    return lines
