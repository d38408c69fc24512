// The user agents of Edge and Opera also contain the name Chrome, and Chrome's contains Safari, so the order matters.
const browsers = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const

const systems = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

/** Returns the common names of the browser and system in a `User-Agent`; undefined if both are unknown. */
export function browserOf(agent: string | null): string | undefined {
  if (agent === null) return undefined
  const browser = browsers.find(([pattern]) => pattern.test(agent))?.[1]
  const system = systems.find(([pattern]) => pattern.test(agent))?.[1]
  return [browser, system].filter(Boolean).join(', ') || undefined
}
