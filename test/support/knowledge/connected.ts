/** A dataset with one community, and the step that finds it. */
import { requestTurn } from '../../../domain/knowledge/datasets/turns.ts';
import { commitCommunities } from '../../../domain/knowledge/graph/communities/commit.ts';
import { readLayerGraph } from '../../../domain/knowledge/graph/communities/layer-graph.ts';
import { divideGraph } from '../../../engines/knowledge/communities/divide.ts';
import { JOB, database, newDataset, newStep, put, readNames } from './datasets.ts';

/** Three names, each the title of documents that mention no other. The document "link" alone connects them. */
export async function connected(): Promise<string> {
  const id = await newDataset();
  for (const name of ['alder', 'birch', 'cedar']) await put(id, name, [[name, 'leaf', 'bark']]);
  await put(id, 'more', [['alder', 'root']]);
  await put(id, 'link', [['alder', 'birch', 'cedar']]);
  await readNames(id);
  return id;
}

/**
 * Whether the communities of the documents of an audience, or of the open ones, were committed by a step; `between`
 * happens while they are found.
 */
export async function divide(
  id: string,
  between: () => Promise<unknown> = async () => {},
  audienceId: bigint | null = null,
  step = newStep(),
): Promise<boolean> {
  const layer = { datasetId: id, audienceId };
  const graph = await readLayerGraph(database, layer);
  const divided = divideGraph(graph.entities, graph.edges, graph.known);
  await between();
  return commitCommunities(database, await requestTurn(database, id, JOB), step, { layer, graph, divided });
}
