import { unknownSettings } from '@posthorn/contracts'
import { Argument, Command } from 'commander'
import type { Env } from './api/access.ts'
import { CommandError } from './api/client.ts'
import { eraseCommand, exportCommand, importCommand } from './commands/contacts.ts'
import { doctorCommand } from './commands/doctor.ts'
import { keysCommand } from './commands/keys.ts'
import { eventsCommand, listenCommand, tailCommand } from './commands/listen.ts'
import { loginCommand, logoutCommand } from './commands/login.ts'
import { mcpCommand } from './commands/mcp.ts'
import { sendCommand, traceCommand } from './commands/messages.ts'
import { moveCommand } from './commands/move.ts'
import { numbersCommand, queueCommand } from './commands/numbers.ts'
import { operatorCommand } from './commands/operator.ts'
import { teamCommand } from './commands/team.ts'
import { replayCommand, webhooksCommand } from './commands/webhooks.ts'
import { print } from './terminal.ts'

const shells = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof shells)[number]

/** A command and the words that may follow. */
type Node = { path: string; words: { word: string; description: string }[] }

/** Returns a shell's completion script, generated from the commands. */
function completionScript(root: Command, shell: Shell): string {
  const nodes = nodesOf(root, root.name())
  if (shell === 'fish') return fish(root.name(), nodes)
  return shell === 'bash' ? bash(root.name(), nodes) : zsh(root.name(), nodes)
}

/** Returns a command and all commands below it. `path` is how the user types the command. */
function nodesOf(command: Command, path: string): Node[] {
  const subcommands = command.commands.map((each) => ({ word: each.name(), description: each.description() }))
  const options = command.options
    .filter(({ hidden }) => !hidden)
    .map(({ long, description }) => ({ word: long ?? '', description }))
  const below = command.commands.flatMap((each) => nodesOf(each, `${path} ${each.name()}`))
  return [{ path, words: [...subcommands, ...options] }, ...below]
}

/**
 * Shell code that sets `path` to the commands before the current word. `wordAtI` is the shell's expression for word `i`, `currentIndex`
 * that for the position of the current word.
 */
const walk = (
  name: string,
  nodes: readonly Node[],
  { wordAtI, currentIndex }: { wordAtI: string; currentIndex: string },
) => `
  local path=${name} i
  for (( i = 1; i < ${currentIndex}; i++ )); do
    case "$path ${wordAtI}" in
${nodes
  .slice(1)
  .map(({ path }) => `      ${JSON.stringify(path)}) path=${JSON.stringify(path)} ;;`)
  .join('\n')}
    esac
  done`

/** Returns the script for bash, which completes words from one list for each command. */
function bash(name: string, nodes: readonly Node[]): string {
  const cases = nodes.map(({ path, words }) => `    ${JSON.stringify(path)}) words="${wordList(words)}" ;;`)
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: parameters of the shell
  return `_${name}() {${walk(name, nodes, { wordAtI: '${COMP_WORDS[i]}', currentIndex: 'COMP_CWORD' })}
  local words=""
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=( $(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}") )
}
complete -o default -F _${name} ${name}
`
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: parameters of the shell
}

/** Returns the script for zsh, which also shows descriptions, and files where no word is known. Its words count from 1. */
function zsh(name: string, nodes: readonly Node[]): string {
  const cases = nodes.map(
    ({ path, words }) =>
      `    ${JSON.stringify(path)}) offered=(${words.map((each) => singleQuoted(`${each.word.replaceAll(':', '\\:')}:${each.description}`)).join(' ')}) ;;`,
  )
  return `#compdef ${name}
_${name}() {${walk(name, nodes, { wordAtI: '${words[i + 1]}', currentIndex: 'CURRENT - 1' })}
  local -a offered
  case "$path" in
${cases.join('\n')}
  esac
  if (( \${#offered} )) && _describe '${name}' offered; then return; fi
  _files
}
compdef _${name} ${name}
`
}

/** Returns the script for fish: a line for each word, with the words that must precede it and those that must not. */
function fish(name: string, nodes: readonly Node[]): string {
  const lines = nodes.flatMap(({ path, words }) => {
    const typed = path.split(' ').slice(1)
    const following = nodes
      .filter((each) => each.path.startsWith(`${path} `))
      .map((each) => each.path.split(' ').at(-1))
    const seen = typed.map((word) => `__fish_seen_subcommand_from ${word}`)
    const notYet = following.length > 0 ? [`not __fish_seen_subcommand_from ${[...new Set(following)].join(' ')}`] : []
    const condition = [...seen, ...notYet].join('; and ')
    return words.map(({ word, description }) => {
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`
      return `complete -c ${name}${condition ? ` -n ${singleQuoted(condition)}` : ''} ${what} -d ${singleQuoted(description)}`
    })
  })
  return `${lines.join('\n')}\n`
}

const wordList = (words: Node['words']) => words.map(({ word }) => word).join(' ')

const singleQuoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Creates the command `posthorn completion <shell>`. Reads `root` when it runs, because more commands are added after this one. */
const completionCommand = (root: Command): Command =>
  new Command('completion')
    .addArgument(new Argument('<shell>', 'shell to complete in').choices(shells))
    .description('print the completion of a shell, such as: source <(posthorn completion bash)')
    .option('--json', 'print the script as one JSON text', false)
    .action((shell: Shell, { json }: { json: boolean }) => {
      const script = completionScript(root, shell)
      print(json ? JSON.stringify(script) : script.trimEnd())
    })

/** Commands that call the public API. */
const apiCommands = [
  loginCommand,
  logoutCommand,
  doctorCommand,
  sendCommand,
  listenCommand,
  tailCommand,
  eventsCommand,
  traceCommand,
  numbersCommand,
  queueCommand,
  webhooksCommand,
  keysCommand,
  teamCommand,
  replayCommand,
  importCommand,
  exportCommand,
  moveCommand,
  eraseCommand,
  mcpCommand,
]

/** Creates the `posthorn` command, which manages and uses an installation. */
export function program(env: Env): Command {
  const root = new Command('posthorn')
    .description('use and manage an installation of Posthorn')
    .version('1.0.0', '--version', 'print the version')
    .showSuggestionAfterError()
    .showHelpAfterError('(add --help for the options)')
    .hook('preAction', () => {
      // A misspelled setting would be ignored.
      const [unknown] = unknownSettings(['DATA_DIR', 'MOVE_FROM_KEY'], env)
      if (unknown !== undefined) throw new CommandError(unknown.join(': '))
    })
  root.commandsGroup('Any installation, with address and key:')
  for (const make of apiCommands) root.addCommand(make(env))
  root.addCommand(completionCommand(root))
  root.commandsGroup('The installation on this machine, as its operator:')
  root.addCommand(operatorCommand(env))
  return root
}
