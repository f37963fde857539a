/**
 * Calls functions in a page, in an isolated world: the page's scripts cannot have replaced built-in functions there.
 */
import type { CDPSession } from 'playwright-core';

/** What the function, as source text, returns for the argument: a JSON value. */
export async function askPage(client: CDPSession, functionDeclaration: string, argument: unknown): Promise<unknown> {
  const { frameTree } = await client.send('Page.getFrameTree');
  const { executionContextId } = await client.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'tidemill',
  });
  const { result, exceptionDetails } = await client.send('Runtime.callFunctionOn', {
    executionContextId,
    functionDeclaration,
    arguments: [{ value: argument }],
    returnByValue: true,
  });
  if (exceptionDetails !== undefined) throw new Error('a function failed in the page');
  return result.value;
}
