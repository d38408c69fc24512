import { accounts, defined, type Id, type Role, roles } from '@posthorn/contracts'
import { Command, Option } from 'commander'
import { type ApiOptions, apiOf, type Env, withApi } from '../api/access.ts'
import { confirm, listArgument, printList, printOne, withYes } from '../terminal.ts'

const roleOption = () => new Option('--role <role>', 'role in the workspace').choices(roles)
const numbersHelp = 'comma-separated ids of the numbers that an agent or viewer is limited to'

export function teamCommand(env: Env): Command {
  const command = new Command('team').description('show, invite and change the people of a workspace')
  withApi(command.command('list').description('list the members')).action(async (options: ApiOptions) => {
    const all = await apiOf(options, env).list(accounts.team.list, {})
    printList(all, ['id', 'name', 'email', 'role', 'status', 'numbers', 'twoFactor', 'lastSeenAt'], options)
  })
  addChanges(command, env)
  addInvitations(command, env)
  return command
}

function addChanges(command: Command, env: Env): void {
  withApi(command.command('change').argument('<id>').description('change name, role or numbers of a member'))
    .option('--name <name>', 'full name')
    .addOption(roleOption())
    .option('--numbers <list>', numbersHelp, listArgument)
    .action(async (id: Id<'mem'>, options: ApiOptions & { name?: string; role?: Role; numbers?: Id<'num'>[] }) => {
      const { name, role, numbers } = options
      printOne(
        await apiOf(options, env).call(accounts.team.update, { id, ...defined({ name, role, numbers }) }),
        options,
      )
    })
  for (const name of ['disable', 'enable'] as const)
    withApi(command.command(name).argument('<id>').description(`${name} a member`)).action(
      async (id: Id<'mem'>, options: ApiOptions) =>
        printOne(await apiOf(options, env).call(accounts.team[name], { id }), options),
    )
  withYes(withApi(command.command('remove').argument('<id>').description('remove a member')))
    .option('--revoke-keys', 'also revoke the API keys that they created', false)
    .action(async (id: Id<'mem'>, options: ApiOptions & { yes: boolean; revokeKeys: boolean }) => {
      await confirm(`The chats of ${id} will be assigned to nobody.`, options)
      const { revokeKeys } = options
      printOne(await apiOf(options, env).call(accounts.team.remove, { id, revokeKeys }), options)
    })
}

function addInvitations(command: Command, env: Env): void {
  withApi(
    command.command('invite').argument('<email>').description('create an invitation link; it is printed only once'),
  )
    .addOption(roleOption().default('agent'))
    .option('--numbers <list>', numbersHelp, listArgument)
    .action(async (email: string, options: ApiOptions & { role: Role; numbers?: Id<'num'>[] }) => {
      const { role, numbers } = options
      const api = apiOf(options, env)
      const { link, ...made } = await api.call(accounts.invitations.create, { email, role, ...defined({ numbers }) })
      printOne({ ...made, link: new URL(link, api.access.url).href }, options)
    })
  withApi(command.command('invitations').description('list the open invitations')).action(
    async (options: ApiOptions) => {
      const all = await apiOf(options, env).list(accounts.invitations.list, {})
      printList(all, ['id', 'email', 'role', 'numbers', 'expiresAt'], options)
    },
  )
  withApi(command.command('withdraw').argument('<invitation>').description('withdraw an invitation')).action(
    async (id: Id<'tin'>, options: ApiOptions) =>
      printOne(await apiOf(options, env).call(accounts.invitations.remove, { id }), options),
  )
}
