import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { code, page, table } from './markdown.ts'

type PrintedCommand = {
  path: string
  description: string
  usage: string
  options: { flags: string; description: string; fallback: unknown; isRequired: boolean }[]
}

type Command = {
  name(): string
  description(): string
  usage(): string
  commands: Command[]
  options: { flags: string; description: string; defaultValue?: unknown; hidden: boolean; mandatory: boolean }[]
}

/** Returns a command and all commands below it. `parentPath` is how the user types the command above. */
const printed = (command: Command, parentPath: string): PrintedCommand[] => {
  const path = `${parentPath}${command.name()}`
  const options = command.options.filter(({ hidden }) => !hidden)
  const own = {
    path,
    description: command.description(),
    usage: command.usage(),
    options: options.map(({ flags, description, defaultValue, mandatory }) => {
      return { flags, description, fallback: defaultValue, isRequired: mandatory }
    }),
  }
  return [own, ...command.commands.flatMap((each) => printed(each, `${path} `))]
}

const commandsIntro = `All commands of \`posthorn\`, made from the command itself. The [guide](../guides/command-line.md) shows how to install and use it.
Every command has \`--json\`, \`--help\`, and the options below that find an installation.`

/** Options that most commands have, shown once. */
const shared = new Set(['--json', '--url', '--key', '--data-dir'])

/** Reads the command line's commands. Imports them by path, because tooling must not depend on apps. */
export const readCommands = async (root: string): Promise<PrintedCommand[]> => {
  const { program } = (await import(pathToFileURL(join(root, 'apps/cli/src/program.ts')).href)) as {
    program: (env: object) => Command
  }
  return printed(program({}), '')
}

/** Returns the page about commands. Only commands that can be called have a part, and shared options come first. */
export const commandsPage = (commands: readonly PrintedCommand[]): string => {
  const all = commands.flatMap(({ options }) => options).filter(({ flags }) => isShared(flags))
  const common = [...new Map(all.map((option) => [nameOf(option.flags), option])).values()]
  const callable = commands.filter(({ path }) => path !== 'posthorn' && !commands.some((each) => isBelow(each, path)))
  const parts = callable.flatMap(({ path, usage, description, options }) => {
    const own = options.filter(({ flags }) => !isShared(flags))
    return [
      `## ${path}`,
      `${sentence(description)}`,
      `\`\`\`\n${path} ${usage}\n\`\`\``,
      ...(own.length > 0 ? [optionTable(own)] : []),
    ]
  })
  return page('Commands', [commandsIntro, '## Options of most commands', optionTable(common), ...parts])
}

/** Returns whether a command belongs to the one at this path. */
const isBelow = (command: PrintedCommand, path: string) => command.path.startsWith(`${path} `)

/** Returns the long name of an option, such as `--url` for `--url <address>`. */
export const nameOf = (flags: string): string => /--[\w-]+/.exec(flags)?.[0] ?? flags

const isShared = (flags: string) => shared.has(nameOf(flags))

const sentence = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`

const optionTable = (options: PrintedCommand['options']) =>
  table(
    ['Option', 'Default', 'Meaning'],
    options.map(({ flags, fallback, description, isRequired }) => {
      return [code(flags), isRequired ? 'required' : fallbackOf(fallback), description]
    }),
  )

/** Returns the default of an option for its cell. A switch that is off needs none. */
const fallbackOf = (value: unknown): string => {
  if (value === undefined || value === false) return ''
  if (Array.isArray(value)) return value.map(fallbackOf).join(', ')
  return code(typeof value === 'string' ? value : JSON.stringify(value))
}
