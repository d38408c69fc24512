import { pathToFileURL } from 'node:url'

/**
 * A config file's declaration of an environment variable. `fallback` is its default. A variable without one may be optional or required.
 */
export type PrintedSetting = { name: string; required: boolean; fallback?: string; description: string }

type Field = { description?: string; safeParse(value: unknown): { success: boolean; data?: unknown } }
type Shape = Record<string, Field>
type ConfigModule = {
  config?: Shape
  chassisConfig?: Shape
  simulatorEnvironment?: { in: { shape: Shape } }
  startSettings?: Record<string, { fallback?: string; description: string }>
}

/** Writes a default as it would be set in the environment. */
const textOf = (value: unknown): string => {
  if (value instanceof Set) return [...value].join(',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Describes a setting by parsing an absent value: an error means that it is required, a result is its default. */
const settingOf = ([name, field]: [string, Field]): PrintedSetting => {
  const absent = field.safeParse(undefined)
  const { data } = absent
  return {
    name,
    required: !absent.success,
    ...(data === undefined ? {} : { fallback: textOf(data) }),
    description: field.description ?? '',
  }
}

// Run with config files as arguments: prints a list of settings for each.
const all: PrintedSetting[][] = []
for (const file of process.argv.slice(2)) {
  const loaded = (await import(pathToFileURL(file).href)) as ConfigModule
  if (loaded.startSettings) {
    all.push(Object.entries(loaded.startSettings).map(([name, each]) => ({ name, required: false, ...each })))
    continue
  }
  const shape = loaded.config ?? loaded.chassisConfig ?? loaded.simulatorEnvironment?.in.shape ?? {}
  all.push(Object.entries(shape).map(settingOf))
}
process.stdout.write(JSON.stringify(all))
