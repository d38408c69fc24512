import { type Id, numbers } from '@posthorn/contracts'
import { Command, Option } from 'commander'
import type { Env } from '../api/access.ts'
import { confirm } from '../terminal/confirm.ts'
import { printList, printOne } from '../terminal/output.ts'
import { given } from '../terminal/values.ts'
import { type ApiOptions, apiOf, withApi, withYes } from './options.ts'

type Connect = ApiOptions & {
  name: string
  provider: 'cloud' | 'simulator'
  phoneNumberId?: string
  businessAccountId?: string
  accessToken?: string
  appSecret?: string
}

export function numbersCommand(env: Env): Command {
  const command = new Command('numbers').description('show, connect and check numbers')
  withApi(command.command('list').description('list numbers with their status and queue')).action(
    async (options: ApiOptions) => {
      const all = await apiOf(options, env).list(numbers.numbers.list, {})
      const rows = options.json ? all : all.map((each) => ({ ...each, waiting: each.queue?.waiting }))
      printList(rows, ['id', 'name', 'phone', 'provider', 'status', 'default', 'waiting'], options)
    },
  )
  withApi(command.command('get').argument('<id>').description('show a number')).action(
    async (id: string, options: ApiOptions) =>
      printOne(await apiOf(options, env).call(numbers.numbers.get, { id: id as Id<'num'> }), options),
  )
  withApi(command.command('check').argument('<id>').description('check a number with the provider now')).action(
    async (id: string, options: ApiOptions) =>
      printOne(await apiOf(options, env).call(numbers.sessions.refresh, { id: id as Id<'num'> }), options),
  )
  addConnect(command, env)
  withYes(
    withApi(
      command.command('disconnect').argument('<id>').description('disconnect a number and erase its credentials'),
    ),
  ).action(async (id: string, options: ApiOptions & { yes: boolean }) => {
    await confirm(`The credentials of ${id} will be erased.`, options)
    printOne(await apiOf(options, env).call(numbers.numbers.disconnect, { id: id as Id<'num'> }), options)
  })
  return command
}

function addConnect(command: Command, env: Env): void {
  withApi(command.command('connect').description('connect a number'))
    .requiredOption('--name <name>', 'name of the number')
    .addOption(new Option('--provider <provider>', 'provider').choices(['cloud', 'simulator']).default('cloud'))
    .option('--phone-number-id <id>', "the provider's id of the number")
    .option('--business-account-id <id>', "the provider's id of the account")
    .option('--access-token <token>', 'access token of the provider (default: POSTHORN_ACCESS_TOKEN)')
    .option('--app-secret <secret>', 'secret of the app that signs callbacks (default: POSTHORN_APP_SECRET)')
    .action(async (options: Connect) => {
      const { name, provider, phoneNumberId, businessAccountId } = options
      const accessToken = options.accessToken ?? env['POSTHORN_ACCESS_TOKEN']
      const appSecret = options.appSecret ?? env['POSTHORN_APP_SECRET']
      const credentials = given({ phoneNumberId, businessAccountId, accessToken, appSecret })
      const input = { name, provider, ...credentials }
      printOne(await apiOf(options, env).call(numbers.numbers.create, input), options)
    })
}
