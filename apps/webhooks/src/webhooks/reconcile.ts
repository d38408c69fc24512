/** How a webhook's endpoints become those of the wanted urls. */
export type Reconciled<E> = {
  /** Every endpoint that stays, with its url and place; `moved` when the url is new to it. */
  kept: { endpoint: E; url: string; position: number; moved: boolean }[]
  added: { url: string; position: number }[]
  removed: E[]
}

/**
 * Matches endpoints and wanted urls: who has a wanted url keeps it; the others take over the urls that are new, so that what waits for a
 * changed url goes to its successor; what is left over is added or removed.
 */
export function reconcile<E extends { url: string; position: number }>(endpoints: E[], urls: string[]): Reconciled<E> {
  const free = endpoints.filter((endpoint) => !urls.includes(endpoint.url)).toSorted((a, b) => a.position - b.position)
  const result: Reconciled<E> = { kept: [], added: [], removed: [] }
  for (const [position, url] of urls.entries()) {
    const same = endpoints.find((endpoint) => endpoint.url === url)
    const endpoint = same ?? free.shift()
    if (endpoint) result.kept.push({ endpoint, url, position, moved: !same })
    else result.added.push({ url, position })
  }
  result.removed = free
  return result
}
