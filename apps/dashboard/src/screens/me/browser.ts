// Edge and Opera call themselves Chrome, too, and Chrome calls itself Safari: the order decides.
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

/** Returns browser and system of a `User-Agent` header as people call them; undefined when neither is known. */
export function browserOf(agent: string | null): string | undefined {
  if (agent === null) return undefined
  const browser = browsers.find(([pattern]) => pattern.test(agent))?.[1]
  const system = systems.find(([pattern]) => pattern.test(agent))?.[1]
  return [browser, system].filter(Boolean).join(', ') || undefined
}
