import { defined, type Id } from '@posthorn/contracts'
import { Command } from 'commander'
import { asOperator, type CommonOptions as Common, dataFolder, type Env, readRun, withCommon } from '../api/access.ts'
import { printList, printOne } from '../terminal.ts'

function addChangeAndRemove(command: Command, env: Env): void {
  withCommon(command.command('change <id>').description('change the name or email address of a member'))
    .option('--name <name>', 'full name of the member')
    .option('--email <address>', 'email address of the member')
    .action(async (id: string, options: Common & { name?: string; email?: string }) => {
      const { name, email } = options
      const change = { id, ...defined({ name, email }) }
      const changed = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
        clients.gateway.members.update.mutate(change, operator),
      )
      printOne(changed, options)
    })
  withCommon(command.command('remove <id>').description('remove a member from their workspace'))
    .option('--revoke-keys', 'also revoke the API keys that they created', false)
    .action(async (id: string, options: Common & { revokeKeys: boolean }) => {
      const { revokeKeys } = options
      const removed = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
        clients.gateway.members.remove.mutate({ id, revokeKeys }, operator),
      )
      printOne(removed, options)
    })
}

/** Adds the commands for the people who sign in. A person can be a member of several workspaces. */
function addAccounts(command: Command, env: Env): void {
  withCommon(command.command('find <email>').description('list the people who sign in with an address')).action(
    async (email: string, options: Common) => {
      const found = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
        clients.gateway.people.list.query({ email }, operator),
      )
      const rows = found.map((each) => ({ ...each, workspaces: workspacesOf(each) }))
      printList(
        options.json ? found : rows,
        ['id', 'name', 'email', 'proven', 'twoFactor', 'operator', 'workspaces'],
        options,
      )
    },
  )
  withCommon(command.command('confirm <person>').description('confirm the email address of a person')).action(
    async (person: Id<'per'>, options: Common) => {
      const confirmed = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
        clients.gateway.people.confirm.mutate({ person }, operator),
      )
      printOne(options.json ? confirmed : { ...confirmed, workspaces: workspacesOf(confirmed) }, options)
    },
  )
  withCommon(command.command('reset <person>').description('create a link to set a new password'))
    .option('--end-second-factor', 'the link also turns off the second factor, for a person who lost it', false)
    .action(async (person: Id<'per'>, options: Common & { endSecondFactor: boolean }) => {
      const dataDir = dataFolder(options.dataDir, env)
      const { endSecondFactor } = options
      const { token, expiresAt } = await asOperator(dataDir, ({ clients, operator }) =>
        clients.gateway.people.reset.mutate({ person, endSecondFactor }, operator),
      )
      printOne({ link: `${readRun(dataDir).url}/app/reset#${token}`, expiresAt }, options)
    })
}

/** Lists workspaces in one cell of a table. */
export const workspacesOf = ({ workspaces }: { workspaces: { id: string; name: string; role: string }[] }): string =>
  workspaces.map(({ id, name, role }) => `${name} (${role}, ${id})`).join(', ')

export function memberCommand(env: Env): Command {
  const command = new Command('member').description('manage members, to whom chats can be assigned')
  withCommon(command.command('add').description('add a member to a workspace'))
    .requiredOption('--workspace <id>', 'workspace the member belongs to')
    .requiredOption('--name <name>', 'full name of the member')
    .requiredOption('--email <address>', 'email address of the member')
    .action(async (options: Common & { workspace: string; name: string; email: string }) => {
      const { workspace, name, email } = options
      const created = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
        clients.gateway.members.create.mutate({ workspace, name, email }, operator),
      )
      printOne(created, options)
    })
  addChangeAndRemove(command, env)
  addAccounts(command, env)
  withCommon(command.command('list').description('list members'))
    .option('--workspace <id>', 'list only the members of this workspace')
    .action(async (options: Common & { workspace?: string }) => {
      const { workspace } = options
      const all = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
        clients.gateway.members.list.query(defined({ workspace }), operator),
      )
      printList(all, ['id', 'workspace', 'name', 'email', 'createdAt'], options)
    })
  return command
}
