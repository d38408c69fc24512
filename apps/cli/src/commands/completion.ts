import { Argument, Command } from 'commander'
import { completionScript, type Shell, shells } from '../terminal/completion.ts'
import { print } from '../terminal/output.ts'

/** Creates the command `posthorn completion <shell>`. */
export function completionCommand(root: () => Command): Command {
  return new Command('completion')
    .addArgument(new Argument('<shell>', 'shell to complete in').choices(shells))
    .description('print the completion of a shell, such as: source <(posthorn completion bash)')
    .option('--json', 'print the script as one JSON text', false)
    .action((shell: Shell, { json }: { json: boolean }) => {
      const script = completionScript(root(), shell)
      print(json ? JSON.stringify(script) : script.trimEnd())
    })
}
