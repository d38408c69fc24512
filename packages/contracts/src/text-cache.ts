const cachedMax = 10_000

/** Caches a function's results for up to 10,000 strings, then starts over. Callers share a result, so they must not change it. */
export function cached<T>(read: (text: string) => T): (text: string) => T {
  const results = new Map<string, T>()
  return (text) => {
    const known = results.get(text)
    if (known !== undefined || results.has(text)) return known as T
    const result = read(text)
    if (results.size >= cachedMax) results.clear()
    results.set(text, result)
    return result
  }
}
