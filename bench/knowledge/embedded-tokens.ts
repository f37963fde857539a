/** What searches cost the embedding model. */

/** Tokens that the embedder has embedded since its start; `null` when another embedding model is configured. */
export async function embeddedTokens(settings: Readonly<Record<string, string>>): Promise<number | null> {
  const url = settings['MODEL_EMBEDDER_URL'];
  if (url === undefined) return null;
  const metrics = await (await fetch(new URL('/metrics', url))).text();
  return Number(/^tidemill_embedder_tokens_total (\d+)/m.exec(metrics)?.[1] ?? 0);
}
