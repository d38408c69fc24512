export function putBounded<V>(map: Map<string, V>, name: string, value: V, sizeMax: number): void {
  map.delete(name)
  map.set(name, value)
  const oldest = map.keys().next().value
  if (map.size > sizeMax && oldest !== undefined) map.delete(oldest)
}
