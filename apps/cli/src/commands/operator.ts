import type { Id } from '@posthorn/contracts'
import { Command } from 'commander'
import { dataFolder, type Env, readRun } from '../api/access.ts'
import { asOperator } from '../api/operator.ts'
import { CommandError } from '../api/refusal.ts'
import { printList, printOne } from '../terminal/output.ts'
import { auditCommand } from './audit.ts'
import { keyCommand } from './key.ts'
import { memberCommand, workspacesOf } from './member.ts'
import { type CommonOptions as Common, withCommon } from './options.ts'
import { quarantineCommand } from './quarantine.ts'

/** Creates the command `posthorn operator …`. */
export function operatorCommand(env: Env): Command {
  const command = new Command('operator').description('manage the installation on this machine')
  for (const make of [workspaceCommand, keyCommand, memberCommand, auditCommand, quarantineCommand])
    command.addCommand(make(env))
  withCommon(
    command
      .command('add <person>')
      .description('make a person an operator, who can open the pages of the installation in the dashboard'),
  ).action(async (person: Id<'per'>, options: Common) => {
    const added = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
      clients.gateway.operators.add.mutate({ person }, operator),
    )
    printOne(options.json ? added : { ...added, workspaces: workspacesOf(added) }, options)
  })
  withCommon(command.command('remove <person>').description('remove a person from the operators')).action(
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

/** Creates the command `posthorn operator workspace …`. */
function workspaceCommand(env: Env): Command {
  const command = new Command('workspace').description('manage workspaces; each has its own keys, numbers and messages')
  withCommon(command.command('create').argument('<name>').description('create a workspace')).action(
    async (name: string, options: Common) => {
      const created = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
        clients.gateway.workspaces.create.mutate({ name }, operator),
      )
      printOne(created, options)
    },
  )
  withCommon(
    command
      .command('welcome <id>')
      .description(
        'make a link with which a person becomes the owner of a workspace that has none; earlier links are void',
      ),
  ).action(async (workspace: string, options: Common) => {
    const dataDir = dataFolder(options.dataDir, env)
    const { token, expiresAt } = await asOperator(dataDir, ({ clients, operator }) =>
      clients.gateway.people.welcome.mutate({ workspace }, operator),
    )
    if (token === null) throw new CommandError(`${workspace} has an owner: ask them for an invitation`)
    printOne({ link: `${readRun(dataDir).url}/app/welcome#${token}`, expiresAt }, options)
  })
  withCommon(command.command('list').description('list all workspaces')).action(async (options: Common) => {
    const all = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
      clients.gateway.workspaces.list.query({}, operator),
    )
    printList(all, ['id', 'name', 'createdAt'], options)
  })
  return command
}
