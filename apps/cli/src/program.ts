import { Command } from 'commander'
import { keyCommand, memberCommand, workspaceCommand } from './accounts.ts'
import { auditCommand } from './audit.ts'
import { listenCommand } from './listen.ts'
import { quarantineCommand } from './quarantine.ts'
import { sendCommand } from './send.ts'

/** Makes the `posthorn` command, which manages and uses the system that runs on a data folder. */
export function program(env: Record<string, string | undefined>): Command {
  return new Command('posthorn')
    .description('manage and use the Posthorn that runs on this machine')
    .addCommand(workspaceCommand(env))
    .addCommand(keyCommand(env))
    .addCommand(memberCommand(env))
    .addCommand(auditCommand(env))
    .addCommand(sendCommand(env))
    .addCommand(listenCommand(env))
    .addCommand(quarantineCommand(env))
}
