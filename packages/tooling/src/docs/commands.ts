import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { code, page, table } from './markdown.ts'
import type { PrintedCommand } from './print-commands.ts'

const intro = `All commands of \`posthorn\`, made from the command itself. The [guide](../guides/command-line.md) shows how to install and use it.
Every command has \`--json\`, \`--help\`, and the options below that find an installation.`

/** Options of most commands, shown once. */
const shared = new Set(['--json', '--url', '--key', '--data-dir'])

/** Reads the command line's commands. Tooling must not import apps, so a separate process loads and prints them. */
export const readCommands = (root: string): PrintedCommand[] => {
  const program = fileURLToPath(new URL('./print-commands.ts', import.meta.url))
  const args = ['--conditions=source', program, join(root, 'apps/cli/src/program.ts')]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`commands cannot be read: ${stderr}`)
  return JSON.parse(stdout) as PrintedCommand[]
}

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
  return page('Commands', [intro, '## Options of most commands', optionTable(common), ...parts])
}

const isBelow = (command: PrintedCommand, path: string) => command.path.startsWith(`${path} `)

const nameOf = (flags: string) => /--[\w-]+/.exec(flags)?.[0] ?? flags

const isShared = (flags: string) => shared.has(nameOf(flags))

const sentence = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`

const optionTable = (options: PrintedCommand['options']) =>
  table(
    ['Option', 'Default', 'Meaning'],
    options.map(({ flags, fallback, description }) => [code(flags), fallbackOf(fallback), description]),
  )

const fallbackOf = (value: unknown): string => {
  if (value === undefined || value === false) return ''
  if (Array.isArray(value)) return value.map(fallbackOf).join(', ')
  return code(typeof value === 'string' ? value : JSON.stringify(value))
}
