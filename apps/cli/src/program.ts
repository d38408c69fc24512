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
import { completionScript, type Shell, shells } from './terminal/completion.ts'
import { print } from './terminal/output.ts'

/** Creates the command `posthorn completion <shell>`. */
function completionCommand(root: () => Command): Command {
  return new Command('completion')
    .addArgument(new Argument('<shell>', 'shell to complete in').choices(shells))
    .description('print the completion of a shell, such as: source <(posthorn completion bash)')
    .option('--json', 'print the script as one JSON text', false)
    .action((shell: Shell, { json }: { json: boolean }) => {
      const script = completionScript(root(), shell)
      print(json ? JSON.stringify(script) : script.trimEnd())
    })
}

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
      const [unknown] = unknownSettings(['DATA_DIR', 'MOVE_FROM_KEY'], env)
      if (unknown !== undefined) throw new CommandError(unknown.join(': '))
    })
  root.commandsGroup('Any installation, with address and key:')
  for (const make of apiCommands) root.addCommand(make(env))
  root.addCommand(completionCommand(() => root))
  root.commandsGroup('The installation on this machine, as its operator:')
  root.addCommand(operatorCommand(env))
  return root
}
