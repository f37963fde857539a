"""Measures cases with DeepEval's faithfulness. Standard input: a JSON object with `url` and `model` of an endpoint of OpenAI's protocol,
`penalize`, `at_once` and `cases`. Standard output: a JSON line for each case, in their order."""

import asyncio
import json
import sys

from deepeval.metrics import FaithfulnessMetric
from deepeval.models import LocalModel
from deepeval.test_case import LLMTestCase

given = json.load(sys.stdin)


async def measure(case, turns):
    async with turns:
        model = LocalModel(model=given["model"], base_url=given["url"], api_key="none")
        metric = FaithfulnessMetric(model=model, penalize_ambiguous_claims=given["penalize"])
        try:
            score = await metric.a_measure(LLMTestCase(**case), _show_indicator=False)
            return {"score": score, "failure": None}
        except Exception as error:  # What a user of the library sees of the case.
            return {"score": None, "failure": type(error).__name__}


async def main():
    turns = asyncio.Semaphore(given["at_once"])
    for result in await asyncio.gather(*(measure(case, turns) for case in given["cases"])):
        print(json.dumps(result))


asyncio.run(main())
