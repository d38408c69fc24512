import type { Scope } from '@posthorn/contracts'
import { Command } from 'commander'
import { printList, printOne } from './output.ts'
import { asOperator, CommandError, dataFolder } from './system.ts'

type Env = Record<string, string | undefined>
type Common = { json: boolean; dataDir?: string }

const scopeNames = ['read', 'send', 'manage'] as const satisfies Scope[]
type ScopeName = (typeof scopeNames)[number]

/** `posthorn workspace …` */
export function workspaceCommand(env: Env): Command {
  const command = new Command('workspace').description('tenants: each has its own keys, numbers and messages')
  withCommon(command.command('create').argument('<name>').description('create a workspace')).action(
    async (name: string, options: Common) => {
      const made = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
        clients.gateway.workspaces.create.mutate({ name }, operator),
      )
      printOne(made, options)
    },
  )
  withCommon(command.command('list').description('list all workspaces')).action(async (options: Common) => {
    const all = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
      clients.gateway.workspaces.list.query({}, operator),
    )
    printList(all, ['id', 'name', 'createdAt'], options)
  })
  return command
}

type MemberAdd = Common & { workspace: string; name: string; email: string }
type MemberChange = Common & { name?: string; email?: string }

function changeAndRemove(command: Command, env: Env): void {
  withCommon(command.command('change <id>').description('change the name or e-mail address of a member'))
    .option('--name <name>', 'what they are called')
    .option('--email <address>', 'their e-mail address')
    .action(async (id: string, options: MemberChange) => {
      const { name, email } = options
      const change = { id, ...(name === undefined ? {} : { name }), ...(email === undefined ? {} : { email }) }
      const changed = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
        clients.gateway.members.update.mutate(change, operator),
      )
      printOne(changed, options)
    })
  withCommon(command.command('remove <id>').description('remove a member from their workspace')).action(
    async (id: string, options: Common) => {
      const removed = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
        clients.gateway.members.remove.mutate({ id }, operator),
      )
      printOne(removed, options)
    },
  )
}

/** `posthorn member …` */
export function memberCommand(env: Env): Command {
  const command = new Command('member').description('people of workspaces, whom chats can be assigned to')
  withCommon(command.command('add').description('add a member to a workspace'))
    .requiredOption('--workspace <id>', 'workspace the member belongs to')
    .requiredOption('--name <name>', 'what they are called')
    .requiredOption('--email <address>', 'their e-mail address')
    .action(async (options: MemberAdd) => {
      const { workspace, name, email } = options
      const made = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
        clients.gateway.members.create.mutate({ workspace, name, email }, operator),
      )
      printOne(made, options)
    })
  changeAndRemove(command, env)
  withCommon(command.command('list').description('list members'))
    .option('--workspace <id>', 'only members of this workspace')
    .action(async (options: Common & { workspace?: string }) => {
      const { workspace } = options
      const all = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
        clients.gateway.members.list.query(workspace === undefined ? {} : { workspace }, operator),
      )
      printList(all, ['id', 'workspace', 'name', 'email', 'createdAt'], options)
    })
  return command
}

type KeyCreate = Common & {
  workspace: string
  name: string
  scopes?: string
  numbers?: string
  cidrs?: string
  expires?: string
}

const listOf = (text: string) => text.split(',').map((each) => each.trim())

function keyInput({ workspace, name, scopes, numbers, cidrs, expires }: KeyCreate) {
  return {
    workspace,
    name,
    ...(scopes === undefined ? {} : { scopes: scopesOf(scopes) }),
    ...(numbers === undefined ? {} : { numbers: listOf(numbers) }),
    ...(cidrs === undefined ? {} : { cidrs: listOf(cidrs) }),
    ...(expires === undefined ? {} : { expiresAt: timeOf(expires) }),
  }
}

/** `posthorn key …` */
export function keyCommand(env: Env): Command {
  const command = new Command('key').description('API keys of workspaces')
  withCommon(command.command('create').description('create a key; it is printed this once'))
    .requiredOption('--workspace <id>', 'workspace the key belongs to')
    .requiredOption('--name <name>', 'what to call it')
    .option('--scopes <list>', `comma separated, of ${scopeNames.join(', ')}; all when absent`)
    .option('--numbers <list>', 'ids of the only numbers it may use, comma separated')
    .option('--cidrs <list>', 'the only addresses it may be used from, such as 203.0.113.0/24, comma separated')
    .option('--expires <time>', 'when it stops working, such as 2027-01-31T00:00:00Z')
    .action(async (options: KeyCreate) => {
      const { key, ...facts } = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
        clients.gateway.keys.create.mutate(keyInput(options), operator),
      )
      printOne({ key, ...facts }, options)
    })
  withCommon(command.command('list').description('list keys, never their secrets'))
    .option('--workspace <id>', 'only keys of this workspace')
    .action(async (options: Common & { workspace?: string }) => {
      const { workspace } = options
      const all = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
        clients.gateway.keys.list.query(workspace === undefined ? {} : { workspace }, operator),
      )
      printList(
        all,
        ['id', 'workspace', 'name', 'hint', 'scopes', 'numbers', 'cidrs', 'expiresAt', 'revokedAt', 'lastUsedAt'],
        options,
      )
    })
  withCommon(command.command('revoke').argument('<id>').description('refuse a key from now on')).action(
    async (id: string, options: Common) => {
      const revoked = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
        clients.gateway.keys.revoke.mutate({ id }, operator),
      )
      printOne(revoked, options)
    },
  )
  return command
}

/** Adds the options every command has. */
export function withCommon(command: Command): Command {
  return command
    .option('--json', 'print JSON and nothing else', false)
    .option('--data-dir <folder>', 'data folder of the running system; DATA_DIR, or .data, when absent')
}

function scopesOf(list: string): ScopeName[] {
  return list.split(',').map((name) => {
    const scope = scopeNames.find((known) => known === name.trim())
    if (scope === undefined) throw new CommandError(`--scopes: ${name} is none of ${scopeNames.join(', ')}`)
    return scope
  })
}

function timeOf(text: string): string {
  const time = new Date(text)
  if (Number.isNaN(time.getTime()))
    throw new CommandError(`--expires: ${text} is not a time such as 2027-01-31T00:00:00Z`)
  return time.toISOString()
}
