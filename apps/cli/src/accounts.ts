import type { Scope } from '@posthorn/contracts'
import { Command } from 'commander'
import { printList, printOne } from './output.ts'
import { asOperator, CommandError, dataFolder } from './system.ts'

type Env = Record<string, string | undefined>
type Common = { json: boolean; dataDir?: string }

const scopeNames = ['read', 'send', 'manage', 'raw'] as const satisfies Scope[]
type ScopeName = (typeof scopeNames)[number]

/** Makes the command `posthorn workspace …`. */
export function workspaceCommand(env: Env): Command {
  const command = new Command('workspace').description('manage workspaces; each has its own keys, numbers and messages')
  withCommon(command.command('create').argument('<name>').description('create a workspace')).action(
    async (name: string, options: Common) => {
      const created = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
        clients.gateway.workspaces.create.mutate({ name }, operator),
      )
      printOne(created, options)
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
    .option('--name <name>', 'full name of the member')
    .option('--email <address>', 'e-mail address of the member')
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

/** Makes the command `posthorn member …`. */
export function memberCommand(env: Env): Command {
  const command = new Command('member').description('manage members, to whom chats can be assigned')
  withCommon(command.command('add').description('add a member to a workspace'))
    .requiredOption('--workspace <id>', 'workspace the member belongs to')
    .requiredOption('--name <name>', 'full name of the member')
    .requiredOption('--email <address>', 'e-mail address of the member')
    .action(async (options: MemberAdd) => {
      const { workspace, name, email } = options
      const created = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
        clients.gateway.members.create.mutate({ workspace, name, email }, operator),
      )
      printOne(created, options)
    })
  changeAndRemove(command, env)
  withCommon(command.command('list').description('list members'))
    .option('--workspace <id>', 'list only the members of this workspace')
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

/** Makes the command `posthorn key …`. */
export function keyCommand(env: Env): Command {
  const command = new Command('key').description('manage API keys')
  withCommon(command.command('create').description('create a key; it is printed only once'))
    .requiredOption('--workspace <id>', 'workspace the key belongs to')
    .requiredOption('--name <name>', 'name of the key')
    .option('--scopes <list>', `comma-separated scopes: ${scopeNames.join(', ')} (default: all but raw)`)
    .option('--numbers <list>', 'comma-separated ids of the numbers that the key is limited to')
    .option('--cidrs <list>', 'comma-separated address ranges that the key may be used from, such as 203.0.113.0/24')
    .option('--expires <time>', 'time at which the key expires, such as 2027-01-31T00:00:00Z')
    .action(async (options: KeyCreate) => {
      const { key, ...facts } = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
        clients.gateway.keys.create.mutate(keyInput(options), operator),
      )
      printOne({ key, ...facts }, options)
    })
  withCommon(command.command('list').description('list keys, without their secrets'))
    .option('--workspace <id>', 'list only the keys of this workspace')
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
  withCommon(command.command('revoke').argument('<id>').description('revoke a key; it is refused at once')).action(
    async (id: string, options: Common) => {
      const revoked = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
        clients.gateway.keys.revoke.mutate({ id }, operator),
      )
      printOne(revoked, options)
    },
  )
  return command
}

/** Adds the options that every command has. */
export function withCommon(command: Command): Command {
  return command
    .option('--json', 'print JSON and nothing else', false)
    .option('--data-dir <folder>', 'data folder of the running system (default: DATA_DIR, else .data)')
}

function scopesOf(list: string): ScopeName[] {
  return list.split(',').map((name) => {
    const scope = scopeNames.find((known) => known === name.trim())
    if (scope === undefined) throw new CommandError(`--scopes: ${name} is not a scope; use ${scopeNames.join(', ')}`)
    return scope
  })
}

function timeOf(text: string): string {
  const time = new Date(text)
  if (Number.isNaN(time.getTime()))
    throw new CommandError(`--expires: ${text} is not a time such as 2027-01-31T00:00:00Z`)
  return time.toISOString()
}
