/** Changes that give a webhook the endpoints of the wanted urls. */
export type EndpointChanges<E> = {
  /** Every endpoint that stays, with its url and place; `isMoved` when the url is new to it. */
  kept: { endpoint: E; url: string; position: number; isMoved: boolean }[]
  added: { url: string; position: number }[]
  removed: E[]
}

/**
 * Matches endpoints and wanted urls: an endpoint with a wanted url keeps it; the others take over the new urls, so that waiting deliveries
 * of a changed url go to its successor; the rest is added or removed.
 */
export function reconcile<E extends { url: string; position: number }>(
  endpoints: E[],
  urls: string[],
): EndpointChanges<E> {
  const free = endpoints.filter((endpoint) => !urls.includes(endpoint.url)).toSorted((a, b) => a.position - b.position)
  const result: EndpointChanges<E> = { kept: [], added: [], removed: [] }
  for (const [position, url] of urls.entries()) {
    const same = endpoints.find((endpoint) => endpoint.url === url)
    const endpoint = same ?? free.shift()
    if (endpoint) result.kept.push({ endpoint, url, position, isMoved: !same })
    else result.added.push({ url, position })
  }
  result.removed = free
  return result
}
