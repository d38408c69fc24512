import type { Scope } from '@posthorn/contracts'
import { Command } from 'commander'
import { dataFolder, type Env } from '../api/access.ts'
import { asOperator } from '../api/operator.ts'
import { CommandError } from '../api/refusal.ts'
import { printList, printOne } from '../terminal/output.ts'
import { type CommonOptions as Common, withCommon } from './options.ts'

const scopeNames = ['read', 'send', 'manage', 'raw', 'admin'] as const satisfies Scope[]
type ScopeName = (typeof scopeNames)[number]

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
  const command = new Command('key').alias('keys').description('manage API keys')
  withCommon(command.command('create').description('create a key; it is printed only once'))
    .requiredOption('--workspace <id>', 'workspace the key belongs to')
    .requiredOption('--name <name>', 'name of the key')
    .option('--scopes <list>', `comma-separated scopes: ${scopeNames.join(', ')} (default: read, send and manage)`)
    .option('--numbers <list>', 'comma-separated ids of the numbers that the key is limited to')
    .option('--cidrs <list>', 'comma-separated address ranges that the key may be used from, such as 203.0.113.0/24')
    .option('--expires <time>', 'time at which the key expires, such as 2027-01-31T00:00:00Z')
    .action(async (options: KeyCreate) => {
      const { key, ...facts } = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
        clients.gateway.workspaceKeys.create.mutate(keyInput(options), operator),
      )
      printOne({ key, ...facts }, options)
    })
  withCommon(command.command('list').description('list keys, without their secrets'))
    .option('--workspace <id>', 'list only the keys of this workspace')
    .action(async (options: Common & { workspace?: string }) => {
      const { workspace } = options
      const all = await asOperator(dataFolder(options.dataDir, env), ({ clients, operator }) =>
        clients.gateway.workspaceKeys.list.query(workspace === undefined ? {} : { workspace }, operator),
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
        clients.gateway.workspaceKeys.revoke.mutate({ id }, operator),
      )
      printOne(revoked, options)
    },
  )
  return command
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
