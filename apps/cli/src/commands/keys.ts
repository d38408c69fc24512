import { accounts, defined, type Id } from '@posthorn/contracts'
import { Command } from 'commander'
import { type ApiOptions, apiOf, type Env, withApi } from '../api/access.ts'
import {
  confirm,
  countArgument,
  futureTime,
  listArgument,
  printList,
  printOne,
  scopesArgument,
  scopesHelp,
  testHelp,
  withYes,
} from '../terminal.ts'

type Create = ApiOptions & {
  name: string
  scopes: ReturnType<typeof scopesArgument>
  numbers?: Id<'num'>[]
  cidrs?: string[]
  expires?: string
  test: boolean
}

const columns = ['id', 'name', 'hint', 'scopes', 'numbers', 'expiresAt', 'revokedAt', 'lastUsedAt', 'lastUsedFrom']

export function keysCommand(env: Env): Command {
  const command = new Command('keys').description('show, create and revoke keys of a workspace')
  withApi(command.command('list').description('list keys, without their secrets')).action(async (options: ApiOptions) =>
    printList(await apiOf(options, env).list(accounts.keys.list, {}), columns, options),
  )
  withApi(command.command('get').argument('<id>').description('show a key')).action(
    async (id: Id<'key'>, options: ApiOptions) =>
      printOne(await apiOf(options, env).call(accounts.keys.get, { id }), options),
  )
  withApi(command.command('usage').argument('<id>').description('show the calls of a key by day and operation')).action(
    async (id: Id<'key'>, options: ApiOptions) => {
      const { items } = await apiOf(options, env).call(accounts.keys.usage, { id })
      printList(items, ['day', 'operation', 'calls', 'refused'], options)
    },
  )
  addCreate(command, env)
  addRotateAndRevoke(command, env)
  return command
}

function addCreate(command: Command, env: Env): void {
  withApi(command.command('create').description('create a key; it is printed only once'))
    .requiredOption('--name <name>', 'name of the key')
    .requiredOption('--scopes <list>', scopesHelp, scopesArgument)
    .option('--numbers <list>', 'comma-separated ids of the numbers that the key is limited to', listArgument)
    .option('--cidrs <list>', 'comma-separated address ranges, such as 203.0.113.0/24', listArgument)
    .option(
      '--expires <time>',
      'time at which the key expires, such as 2027-01-31T00:00:00Z, or 90d for in 90 days',
      futureTime,
    )
    .option('--test', testHelp, false)
    .action(async (options: Create) => {
      const { name, scopes, numbers, cidrs, expires: expiresAt, test } = options
      const input = { name, scopes, test, ...defined({ numbers, cidrs, expiresAt }) }
      printOne(await apiOf(options, env).call(accounts.keys.create, input), options)
    })
}

function addRotateAndRevoke(command: Command, env: Env): void {
  withApi(command.command('rotate').argument('<id>').description('replace a key; the new one is printed only once'))
    .option('--grace-hours <hours>', 'hours for which the previous key still works', countArgument(0), 24)
    .action(async (id: Id<'key'>, options: ApiOptions & { graceHours: number }) => {
      const { graceHours } = options
      printOne(await apiOf(options, env).call(accounts.keys.rotate, { id, graceHours }), options)
    })
  withYes(
    withApi(command.command('revoke').argument('<id>').description('revoke a key; it is refused at once')),
  ).action(async (id: Id<'key'>, options: ApiOptions & { yes: boolean }) => {
    await confirm(`Programs with the key ${id} will be refused.`, options)
    printOne(await apiOf(options, env).call(accounts.keys.revoke, { id }), options)
  })
}
