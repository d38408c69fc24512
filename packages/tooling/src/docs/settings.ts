import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serviceNames } from '@posthorn/contracts'
import { code, page, table } from './markdown.ts'
import type { PrintedSetting as Setting } from './print-settings.ts'

/** Settings by owner: `chassis` for the settings that every service has, `start` for those of the launcher, or the name of an app. */
export type Settings = Record<string, Setting[]>

/** Programs whose config files the reference reads. The directory and simulator aren't services but have settings. */
const programs = [...serviceNames, 'directory', 'simulator']

const intro = `Settings are environment variables, read once at start. An empty value counts as absent. An invalid one ends the start with a line
for each problem, and so does a variable whose name resembles a setting but is not one. A setting that is neither required nor has a default can be absent.`

const startIntro = `The command \`start\` reads these settings, and passes its own defaults for some settings to all services. It chooses \`ROLE\`, \`RPC_PORT\`,
the secrets, and the addresses and folders of the services itself, and refuses settings for them. The secrets are in \`secrets.json\` in
\`DATA_DIR\`. It ignores \`HOST\`. The services get every other setting unchanged.`

/** Reads the settings of all programs. Tooling must not import apps, so a separate process loads each config file and prints its settings. */
export const readSettings = (root: string): Settings => {
  const files: Record<string, string> = {
    chassis: 'packages/chassis/src/config.ts',
    start: 'apps/stack/src/start-settings.ts',
  }
  for (const name of programs) files[name] = `apps/${name}/src/config.ts`
  const known = Object.entries(files).filter(([, file]) => existsSync(join(root, file)))
  const program = fileURLToPath(new URL('./print-settings.ts', import.meta.url))
  const args = ['--conditions=source', program, ...known.map(([, file]) => join(root, file))]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`settings cannot be read: ${stderr}`)
  const printed = JSON.parse(stdout) as Setting[][]
  return Object.fromEntries(known.map(([name], i) => [name, printed[i] ?? []]))
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
