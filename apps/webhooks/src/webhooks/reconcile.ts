/** Changes that bring a webhook's endpoints in line with the requested URLs. */
export type EndpointChanges<E> = {
  /** Endpoints to keep, with URL and position. `isMoved`: the endpoint gets a new URL. */
  kept: { endpoint: E; url: string; position: number; isMoved: boolean }[]
  added: { url: string; position: number }[]
  removed: E[]
}

/**
 * Matches endpoints to requested URLs. An endpoint whose URL is still requested keeps it. Other endpoints take over new URLs, so that
 * waiting deliveries follow a changed URL. URLs left over get new endpoints, and endpoints left over are removed.
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
