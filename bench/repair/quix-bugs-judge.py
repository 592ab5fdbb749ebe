"""Compares a repaired program with its reference on random inputs. Arguments: QuixBugs, the repaired tree, the name."""
import copy
import importlib.util
import json
import os
import random
import signal
import sys
import types

root, tree, name = sys.argv[1:4]
rounds = 400
sys.setrecursionlimit(3000)


def load(folder):
    path = os.path.join(folder, name + '.py')
    spec = importlib.util.spec_from_file_location(os.path.basename(folder) + '.' + name, path)
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, folder)
    spec.loader.exec_module(module)
    sys.path.pop(0)
    return getattr(module, name)


class OutOfTime(Exception):
    pass


def out_of_time(*_):
    raise OutOfTime


signal.signal(signal.SIGALRM, out_of_time)


def result(function, inputs, seconds):
    inputs = copy.deepcopy(inputs)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        value = function(*inputs)
        if isinstance(value, types.GeneratorType):
            value = list(value)
        return 'value', plain(value)
    except OutOfTime:
        return 'out of time', None
    except Exception as error:
        return 'raised', type(error).__name__
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def plain(value):
    if isinstance(value, dict):
        return sorted((repr(plain(key)), plain(one)) for key, one in value.items())
    if isinstance(value, (set, frozenset)):
        return sorted(map(repr, map(plain, value)))
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    if hasattr(value, 'value') and hasattr(value, 'successor'):
        seen, chain = set(), []
        while value is not None and id(value) not in seen and hasattr(value, 'value'):
            seen.add(id(value))
            chain.append(value.value)
            value = value.successor
        return chain
    return round(value, 6) if isinstance(value, float) else value


def changed(value, rng):
    """Another input of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return max(0, value + rng.choice([-2, -1, 0, 1, 2, 3])) if value >= 0 else value + rng.choice([-1, 0, 1])
    if isinstance(value, float):
        return value + rng.choice([-0.25, 0.5, 1.0, 2.0]) if value > 0.3 else value
    if isinstance(value, str):
        if value.isdigit():
            return str(rng.randrange(1, 20))
        return ''.join(rng.sample(value, rng.randrange(len(value) + 1))) if len(set(value) - set('()')) and value.isalpha() else \
            ''.join(rng.choice('()') for _ in range(rng.randrange(9))) if set(value) <= set('()') else value
    if isinstance(value, list):
        if all(isinstance(one, int) for one in value):
            ordered = value == sorted(value)
            kept = [changed(one, rng) for one in value if rng.random() < 0.85]
            if rng.random() < 0.3 and kept:
                kept.append(rng.choice(kept) + rng.randrange(3))
            if len(set(value)) == len(value):
                kept = list(dict.fromkeys(kept))
            return sorted(kept) if ordered else kept
        return [changed(one, rng) for one in value]
    return value


def from_tests():
    with open(os.path.join(root, 'json_testcases', name + '.json')) as file:
        cases = [json.loads(line) for line in file if line.strip()]
    for inputs, _ in cases:
        yield inputs if isinstance(inputs, list) else [inputs]
    rng = random.Random(17)
    for _ in range(rounds):
        inputs = rng.choice(cases)[0]
        yield changed(inputs if isinstance(inputs, list) else [inputs], rng)


def from_graphs():
    from node import Node
    rng = random.Random(17)
    for _ in range(rounds):
        size = rng.randrange(1, 7)
        nodes = [Node(at, None, [], [], [], []) for at in range(size)]
        edges = [(a, b) for a in range(size) for b in range(size) if a != b and rng.random() < 0.4]
        lengths = {(nodes[a], nodes[b]): rng.randrange(1, 9) for a, b in edges}
        named = {(chr(65 + a), chr(65 + b)): rng.randrange(1, 9) for a, b in edges}
        for a, b in edges:
            if name == 'topological_ordering' and a > b:
                continue
            nodes[a].successors.append(nodes[b])
            nodes[b].predecessors.append(nodes[a])
            nodes[a].outgoing_nodes = nodes[a].successors
            nodes[b].incoming_nodes = nodes[b].predecessors
        for node in nodes:
            node.outgoing_nodes, node.incoming_nodes = list(node.successors), list(node.predecessors)
        if name in ('breadth_first_search', 'depth_first_search'):
            yield [nodes[0], nodes[-1]]
        elif name == 'topological_ordering':
            yield [nodes]
        elif name == 'shortest_path_length':
            yield [lengths, nodes[0], nodes[-1]]
        elif name == 'shortest_path_lengths':
            yield [size, {(a, b): rng.randrange(1, 9) for a, b in edges}]
        elif name == 'shortest_paths':
            yield ['A', named]
        elif name == 'minimum_spanning_tree':
            yield [{(a, b): weight for weight, (a, b) in enumerate(edge for edge in edges if edge[0] < edge[1])}]
        else:
            chain = [Node(at) for at in range(rng.randrange(0, 6))]
            for one, other in zip(chain, chain[1:]):
                one.successor = other
            if name == 'detect_cycle' and chain and rng.random() < 0.5:
                chain[-1].successor = rng.choice(chain)
            yield [chain[0] if chain else None]


sys.path.insert(0, os.path.join(root, 'python_testcases'))
repaired, reference = load(os.path.join(tree, 'python_programs')), load(os.path.join(root, 'correct_python_programs'))
has_cases = os.path.exists(os.path.join(root, 'json_testcases', name + '.json'))
compared = 0
for inputs in from_tests() if has_cases else from_graphs():
    expected = result(reference, inputs, 0.5)
    if expected[0] != 'value':
        continue
    compared += 1
    got = result(repaired, inputs, 5)
    if got != expected:
        print(name, 'differs:', str(got)[:200], 'instead of', str(expected)[:200], 'for', str(inputs)[:200], file=sys.stderr)
        sys.exit(1)
if compared < 5:
    print(name, 'was compared on', compared, 'inputs only', file=sys.stderr)
