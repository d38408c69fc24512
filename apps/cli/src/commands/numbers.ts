import { randomUUID } from 'node:crypto'
import { defined, type Id, messaging, numbers } from '@posthorn/contracts'
import { Command, Option } from 'commander'
import { type ApiOptions, apiOf, type Env, withApi } from '../api/access.ts'
import { Outage } from '../api/outage.ts'
import { confirm, listArgument, pastTime, printList, printOne, showProgress, withYes } from '../terminal.ts'

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
      // The simulator must not get the credentials of the provider.
      const usual = provider === 'cloud' ? env : {}
      const accessToken = options.accessToken ?? usual['POSTHORN_ACCESS_TOKEN']
      const appSecret = options.appSecret ?? usual['POSTHORN_APP_SECRET']
      const credentials = defined({ phoneNumberId, businessAccountId, accessToken, appSecret })
      const input = { name, provider, ...credentials }
      printOne(await apiOf(options, env).call(numbers.numbers.create, input), options)
    })
}

type Filter = ApiOptions & { yes: boolean; createdBefore?: string; phones?: string[]; reference?: string }

const meanings = {
  pause: 'hold all messages of a number',
  drain: 'send queued messages of a number, and hold new ones',
  resume: 'send all messages of a number again',
} as const

export function queueCommand(env: Env): Command {
  const command = new Command('queue').description('show and control the sending queue of a number')
  withApi(command.command('get').argument('<number>').description('show the queue of a number')).action(
    async (id: string, options: ApiOptions) =>
      printOne(await apiOf(options, env).call(messaging.queues.get, { id: id as Id<'num'> }), options),
  )
  for (const name of ['pause', 'drain', 'resume'] as const)
    withApi(command.command(name).argument('<number>').description(meanings[name])).action(
      async (id: string, options: ApiOptions) => {
        printOne(await apiOf(options, env).call(messaging.queues[name], { id: id as Id<'num'> }), options)
      },
    )
  addPurge(command, env)
  addMove(command, env)
  return command
}

/** Adds the options that select some of the waiting messages. */
function withFilter(command: Command): Command {
  return withYes(withApi(command))
    .option(
      '--created-before <time>',
      'only messages created before this time, such as 2027-01-31T08:00:00Z or 2h',
      pastTime,
    )
    .option('--phones <list>', 'only messages to these comma-separated phones', listArgument)
    .option('--reference <text>', 'only messages with this reference')
}

/** Returns the filter of a request; options that were not passed limit nothing. */
const filterOf = ({ createdBefore, phones, reference }: Filter) => defined({ createdBefore, phones, reference })

/** Describes the messages that a command changes, for its question. */
function describe(kinds: string, id: string, filter: Filter): string {
  const isLimited = Object.keys(filterOf(filter)).length > 0
  return `The ${kinds} messages of ${id}${isLimited ? ' that match the options' : ''}`
}

function addPurge(command: Command, env: Env): void {
  withFilter(command.command('purge').argument('<number>').description('cancel the waiting messages of a number'))
    .option('--include-scheduled', 'cancel scheduled messages too', false)
    .action(async (id: string, options: Filter & { includeScheduled: boolean }) => {
      await confirm(
        `${describe(options.includeScheduled ? 'waiting and scheduled' : 'waiting', id, options)} will be canceled.`,
        options,
      )
      const { includeScheduled } = options
      const input = { id: id as Id<'num'>, includeScheduled, ...filterOf(options) }
      let [canceled, scheduled] = [0, 0]
      const api = apiOf(options, env)
      const last = await repeat(options, async (key) => {
        const round = await api.call(messaging.queues.purge, input, { key })
        canceled += round.canceled
        scheduled += round.scheduled
        return { ...round, done: canceled }
      })
      printOne({ canceled, scheduled, posts: last.posts }, options)
    })
}

function addMove(command: Command, env: Env): void {
  withFilter(
    command.command('move').argument('<number>').description('move waiting and scheduled messages to another number'),
  )
    .requiredOption('--to <number>', 'number that sends the messages')
    .action(async (id: string, options: Filter & { to: string }) => {
      await confirm(`${describe('waiting and scheduled', id, options)} will be sent by ${options.to}.`, options)
      const input = { id: id as Id<'num'>, number: options.to as Id<'num'>, ...filterOf(options) }
      let moved = 0
      const api = apiOf(options, env)
      await repeat(options, async (key) => {
        const round = await api.call(messaging.queues.move, input, { key })
        moved += round.moved
        return { ...round, done: moved }
      })
      printOne({ moved }, options)
    })
}

/**
 * Repeats bounded requests until nothing is left, or until a round changes nothing. After the first, waits while the installation is away.
 * Each round has a key, so that one whose response was lost is counted once.
 */
async function repeat<T extends { remaining: number; done: number }>(
  options: { json: boolean },
  round: (key: string) => Promise<T>,
): Promise<T> {
  const progress = showProgress(options)
  const outage = new Outage()
  try {
    for (let [before, key] = [0, randomUUID()]; ; ) {
      const result = await round(key).catch((error: unknown) => {
        if (before === 0) throw error
        return outage.wait(error)
      })
      if (result === undefined) continue
      outage.end()
      const { done, remaining } = result
      progress.draw(done / Math.max(1, done + remaining), `${done} messages, ${remaining} left`)
      if (remaining === 0 || done === before) return result
      ;[before, key] = [done, randomUUID()]
    }
  } finally {
    progress.end()
  }
}
