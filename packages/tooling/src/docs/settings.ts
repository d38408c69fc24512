import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { serviceNames } from '@posthorn/contracts'
import { code, page, table } from './markdown.ts'

/** A config file's declaration of an environment variable. `fallback` is its default; without one, `required` tells. */
type Setting = { name: string; required: boolean; fallback?: string; description: string }

type Field = { description?: string; safeParse(value: unknown): { success: boolean; data?: unknown } }
type Shape = Record<string, Field>
type ConfigModule = {
  config?: Shape
  chassisConfig?: Shape
  simulatorEnvironment?: { in: { shape: Shape } }
  startSettings?: Record<string, { fallback?: string; description: string }>
}

/** Writes a default as it would be set in the environment. */
const defaultText = (value: unknown): string => {
  if (value instanceof Set) return [...value].join(',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Describes a setting by parsing an absent value: an error means that it is required, a result is its default. */
const settingOf = ([name, field]: [string, Field]): Setting => {
  const absent = field.safeParse(undefined)
  const { data } = absent
  return {
    name,
    required: !absent.success,
    ...(data === undefined ? {} : { fallback: defaultText(data) }),
    description: field.description ?? '',
  }
}

/** Settings by owner: `chassis` for the settings that every service has, `start` for those of the launcher, or the name of an app. */
export type Settings = Record<string, Setting[]>

/** Programs whose config files the reference reads. The directory and simulator aren't services but have settings. */
const programs = [...serviceNames, 'directory', 'simulator']

const intro = `Settings are environment variables, read once at start. An empty value counts as absent. An invalid one ends the start with a line
for each problem, and so does a variable whose name resembles a setting but is not one. A setting that is neither required nor has a default can be absent.
A time can be at most 24 hours.`

const startIntro = `The command \`start\` reads these settings, and passes its own defaults for some settings to all services. It chooses \`ROLE\`, \`RPC_PORT\`,
the secrets, and the addresses and folders of the services itself, and refuses settings for them. The secrets are in \`secrets.json\` in
\`DATA_DIR\`. It ignores \`HOST\`. The services get every other setting unchanged.`

/** Returns the settings that a config file declares. */
const settingsIn = ({ startSettings, config, chassisConfig, simulatorEnvironment }: ConfigModule): Setting[] =>
  startSettings
    ? Object.entries(startSettings).map(([name, each]) => ({ name, required: false, ...each }))
    : Object.entries(config ?? chassisConfig ?? simulatorEnvironment?.in.shape ?? {}).map(settingOf)

/** Reads the settings of all programs. Imports their config files by path, because tooling must not depend on apps. */
export const readSettings = async (root: string): Promise<Settings> => {
  const files: Record<string, string> = {
    chassis: 'packages/chassis/src/config.ts',
    start: 'apps/stack/src/start-settings.ts',
  }
  for (const name of programs) files[name] = `apps/${name}/src/config.ts`
  const known = Object.entries(files).filter(([, file]) => existsSync(join(root, file)))
  const read = known.map(async ([name, file]) => {
    const module = (await import(pathToFileURL(join(root, file)).href)) as ConfigModule
    return [name, settingsIn(module)] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

/** Returns the page about settings: those of every service, those of each program, and those of the launcher. */
export const settingsPage = (settings: Settings): string => {
  const { chassis = [], start = [], ...own } = settings
  const parts = Object.entries(own).flatMap(([name, list]) => [
    `## ${name}`,
    list.length > 0 ? settingTable(list) : 'Only those of every service.',
  ])
  return page('Settings', [
    intro,
    '## Every service',
    settingTable(chassis),
    ...parts,
    '## start',
    startIntro,
    settingTable(start),
  ])
}

const settingTable = (list: readonly Setting[]): string =>
  table(
    ['Variable', 'Default', 'Meaning'],
    list.map((setting) => [code(setting.name), defaultOf(setting), setting.description]),
  )

/** Returns the cell with the default of a setting, or that it is required. */
const defaultOf = ({ required, fallback }: Setting): string => {
  if (required) return 'required'
  return fallback === undefined ? '' : code(fallback)
}
