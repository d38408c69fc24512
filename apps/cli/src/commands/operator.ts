import type { Id } from '@posthorn/contracts'
import { Command } from 'commander'
import { dataFolder, type Env } from '../api/access.ts'
import { asOperator } from '../api/operator.ts'
import { printList, printOne } from '../terminal/output.ts'
import { auditCommand } from './audit.ts'
import { keyCommand } from './key.ts'
import { memberCommand, workspacesOf } from './member.ts'
import { type CommonOptions as Common, withCommon } from './options.ts'
import { quarantineCommand } from './quarantine.ts'
import { workspaceCommand } from './workspace.ts'

/** Creates the command `posthorn operator …`. */
export function operatorCommand(env: Env): Command {
  const command = new Command('operator').description('manage the installation on this machine')
  for (const make of [workspaceCommand, keyCommand, memberCommand, auditCommand, quarantineCommand])
    command.addCommand(make(env))
  withCommon(
    command
      .command('add <person>')
      .description('make a person an operator, who sees the pages of the installation in the dashboard'),
  ).action(async (person: Id<'per'>, options: Common) => {
    const added = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
      clients.gateway.operators.add.mutate({ person }, operator),
    )
    printOne(options.json ? added : { ...added, workspaces: workspacesOf(added) }, options)
  })
  withCommon(command.command('remove <person>').description('take the permission of an operator back')).action(
    async (person: Id<'per'>, options: Common) => {
      const removed = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
        clients.gateway.operators.remove.mutate({ person }, operator),
      )
      printOne(removed, options)
    },
  )
  withCommon(command.command('list').description('list the operators of the installation')).action(
    async (options: Common) => {
      const all = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
        clients.gateway.operators.list.query({}, operator),
      )
      const rows = all.map((each) => ({ ...each, workspaces: workspacesOf(each) }))
      printList(options.json ? all : rows, ['id', 'name', 'email', 'twoFactor', 'workspaces', 'since'], options)
    },
  )
  return command
}
