"""Makes goldens with DeepEval's Synthesizer. Standard input: a JSON object with `url` and `model` of an endpoint of OpenAI's protocol,
`contexts`, a list of texts, `per_context`, `evolutions`, how often an input is evolved, `at_once` and `seed`. Standard output: a JSON line for each context, in
their order, with its goldens, or the name of the error that ended it."""

import asyncio
import json
import random
import sys

from deepeval.models import LocalModel
from deepeval.synthesizer import Synthesizer
from deepeval.synthesizer.config import EvolutionConfig
from rich.progress import Progress

given = json.load(sys.stdin)
random.seed(given["seed"])


async def make(context, turns):
    async with turns:
        model = LocalModel(model=given["model"], base_url=given["url"], api_key="none")
        evolution = EvolutionConfig(num_evolutions=given["evolutions"])
        synthesizer = Synthesizer(model=model, evolution_config=evolution)
        silent = Progress(disable=True)
        try:
            goldens = await synthesizer.a_generate_goldens_from_contexts(
                [[context]],
                max_goldens_per_context=given["per_context"],
                _progress=silent,
                _pbar_id=silent.add_task("goldens"),
            )
            made = [{"question": golden.input, "answer": golden.expected_output} for golden in goldens]
            return {"goldens": made, "failure": None}
        except Exception as error:  # What a user of the library sees: all goldens of the call are lost.
            return {"goldens": [], "failure": type(error).__name__}


async def main():
    turns = asyncio.Semaphore(given["at_once"])
    results = await asyncio.gather(*(make(context, turns) for context in given["contexts"]))
    for result in results:
        print(json.dumps(result))


asyncio.run(main())
