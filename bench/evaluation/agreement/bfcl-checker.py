"""Judges tool calls by the checker of the Berkeley function-calling leaderboard (PyPI: bfcl-eval).

Reads a JSON text per line, {"functions", "calls", "truth", "category"}, and writes true or false for each.
"""

import json
import sys
import types

# The list of models, which the checker asks about names alone, imports the client of each provider.
models = types.ModuleType("bfcl_eval.constants.model_config")
models.MODEL_CONFIG_MAPPING = {"any": types.SimpleNamespace(underscore_to_dot=False)}
sys.modules[models.__name__] = models

from bfcl_eval.constants.enums import Language  # noqa: E402
from bfcl_eval.eval_checker.ast_eval.ast_checker import ast_checker  # noqa: E402

for line in sys.stdin:
    case = json.loads(line)
    calls = [{call["name"]: call["arguments"]} for call in case["calls"]]
    verdict = ast_checker(case["functions"], calls, case["truth"], Language.PYTHON, case["category"], "any")
    print(json.dumps(verdict["valid"]))
