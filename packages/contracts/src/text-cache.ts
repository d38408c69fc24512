/**
 * Caches a function's results for up to `sizeMax` strings, then starts over, so that ever new strings from callers don't fill the memory.
 * Callers share a result, so they must not change it.
 */
export function cached<T>(read: (text: string) => T, sizeMax = 10_000): (text: string) => T {
  const results = new Map<string, T>()
  return (text) => {
    const known = results.get(text)
    if (known !== undefined || results.has(text)) return known as T
    const result = read(text)
    if (results.size >= sizeMax) results.clear()
    results.set(text, result)
    return result
  }
}
