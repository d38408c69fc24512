import { defined, type Id, webhooks } from '@posthorn/contracts'
import { Command } from 'commander'
import { type ApiOptions, apiOf, type Env, withApi } from '../api/access.ts'
import { CommandError } from '../api/client.ts'
import { showUntilEnded } from '../api/outage.ts'
import {
  confirm,
  countArgument,
  listArgument,
  pastTime,
  printList,
  printOne,
  showProgress,
  withYes,
} from '../terminal.ts'

type Create = ApiOptions & { events: string[]; name?: string; number?: string; secretHeader?: string }

export function webhooksCommand(env: Env): Command {
  const command = new Command('webhooks').description('show, create and test webhooks')
  withApi(command.command('list').description('list webhooks')).action(async (options: ApiOptions) =>
    printList(
      await apiOf(options, env).list(webhooks.webhooks.list, {}),
      ['id', 'name', 'status', 'url', 'events'],
      options,
    ),
  )
  withApi(command.command('get').argument('<id>').description('show a webhook with the status of its urls')).action(
    async (id: string, options: ApiOptions) =>
      printOne(await apiOf(options, env).call(webhooks.webhooks.get, { id: id as Id<'whk'> }), options),
  )
  addCreate(command, env)
  addChanges(command, env)
  addTest(command, env)
  addDeliveries(command, env)
  return command
}

function addCreate(command: Command, env: Env): void {
  withApi(
    command.command('create').argument('<address>').description('create a webhook; its secret is printed only once'),
  )
    .option('--events <list>', 'comma-separated kinds of events, such as message:*,chat:updated', listArgument, ['*'])
    .option('--name <name>', 'name of the webhook')
    .option('--number <id>', 'only events of this number')
    .option('--secret-header <header>', 'header of every delivery, such as "X-Webhook-Secret: s3cret"')
    .action(async (url: string, options: Create) => {
      const { events, name, number } = options
      const secretHeader = options.secretHeader === undefined ? undefined : secretHeaderOf(options.secretHeader)
      const input = { url, events, ...defined({ name, number: number as Id<'num'> | undefined, secretHeader }) }
      printOne(await apiOf(options, env).call(webhooks.webhooks.create, input), options)
    })
}

/** Parses the value of `--secret-header`. */
function secretHeaderOf(text: string): { name: string; value: string } {
  const [, name, value] = /^([^:\s]+):\s*(.+)$/.exec(text) ?? []
  if (name !== undefined && value !== undefined) return { name, value }
  throw new CommandError(`--secret-header: ${text} is not a header such as "X-Webhook-Secret: s3cret"`)
}

const changes = {
  resume: 'resume a paused or disabled webhook',
  pause: 'pause a webhook; its deliveries are parked for up to 14 days',
} as const

/** Adds the commands that change an existing webhook. */
function addChanges(command: Command, env: Env): void {
  for (const name of ['resume', 'pause'] as const)
    withApi(command.command(name).argument('<id>').description(changes[name])).action(
      async (id: string, options: ApiOptions) =>
        printOne(await apiOf(options, env).call(webhooks.webhooks[name], { id: id as Id<'whk'> }), options),
    )
  withYes(withApi(command.command('delete').argument('<id>').description('delete a webhook'))).action(
    async (id: string, options: ApiOptions & { yes: boolean }) => {
      await confirm(`The waiting deliveries of ${id} will be canceled.`, options)
      printOne(await apiOf(options, env).call(webhooks.webhooks.remove, { id: id as Id<'whk'> }), options)
    },
  )
  withApi(command.command('rotate-secret').argument('<id>').description('create a new signing secret'))
    .option('--grace-hours <hours>', 'hours for which the old secret still signs', countArgument(0), 24)
    .action(async (id: string, options: ApiOptions & { graceHours: number }) => {
      const input = { id: id as Id<'whk'>, graceHours: options.graceHours }
      printOne(await apiOf(options, env).call(webhooks.secrets.rotate, input), options)
    })
}

function addTest(command: Command, env: Env): void {
  withApi(command.command('test').argument('<id>').description('post a sample event now and print the responses'))
    .option('--event <kind>', 'kind of the sample', 'message:in')
    .action(async (id: string, options: ApiOptions & { event: string }) => {
      const input = { id: id as Id<'whk'>, event: options.event }
      const results = await apiOf(options, env).call(webhooks.webhooks.test, input)
      printList(results, ['url', 'delivered', 'httpStatus', 'latencyMs', 'error'], options)
      if (results.some(({ delivered }) => !delivered)) process.exitCode = 1
    })
}

function addDeliveries(command: Command, env: Env): void {
  withApi(command.command('deliveries').argument('<id>').description('list the deliveries of a webhook, newest first'))
    .option('--status <list>', 'comma-separated statuses, such as waiting,exhausted', listArgument)
    .option('--size <count>', 'highest number of deliveries', countArgument(1), 50)
    .action(async (id: string, options: ApiOptions & { status?: string[]; size: number }) => {
      const status = options.status as ('waiting' | 'exhausted')[] | undefined
      const input = { id: id as Id<'whk'>, ...defined({ status }) }
      const all = await apiOf(options, env).list(webhooks.webhooks.deliveries, input, options.size)
      const rows = options.json ? all : all.map((each) => ({ ...each, event: each.event.event }))
      printList(rows, ['id', 'event', 'status', 'attempts', 'lastHttpStatus', 'lastError', 'nextAttemptAt'], options)
    })
  withApi(command.command('retry').argument('<delivery>').description('attempt a delivery again now')).action(
    async (id: string, options: ApiOptions) =>
      printOne(await apiOf(options, env).call(webhooks.deliveries.retry, { id: id as Id<'dlv'> }), options),
  )
}

type Start = ApiOptions & {
  from: string
  to?: string
  events?: string[]
  chat?: string
  onlyFailed: boolean
  withWaiting: boolean
  speed?: number
  wait: boolean
}

export function replayCommand(env: Env): Command {
  const command = new Command('replay').description('deliver past events to a webhook again')
  addStart(command, env)
  withApi(
    command.command('list').argument('<webhook>').description('list the replays of a webhook, newest first'),
  ).action(async (id: string, options: ApiOptions) => {
    const all = await apiOf(options, env).list(webhooks.replays.list, { id: id as Id<'whk'> })
    printList(all, ['id', 'status', 'from', 'to', 'queued', 'createdAt', 'completedAt'], options)
  })
  withApi(command.command('stop').argument('<webhook>').argument('<replay>').description('stop a replay')).action(
    async (id: string, replay: string, options: ApiOptions) => {
      const input = { id: id as Id<'whk'>, replay: replay as Id<'rpl'> }
      printOne(await apiOf(options, env).call(webhooks.replays.stop, input), options)
    },
  )
  return command
}

function addStart(command: Command, env: Env): void {
  withApi(command.command('start').argument('<webhook>').description('deliver the events of a period again'))
    .requiredOption('--from <time>', 'start, such as 2027-01-31T08:00:00Z or 2h', pastTime)
    .option('--to <time>', 'end (default: now)', pastTime)
    .option('--events <list>', 'only these comma-separated kinds', listArgument)
    .option('--chat <id>', 'only events about this chat')
    .option('--only-failed', 'only events whose deliveries were given up', false)
    .option('--with-waiting', 'also deliver now what waits for another attempt', false)
    .option(
      '--speed <times>',
      'multiple of the original speed, 1 to 100 (default: as fast as possible)',
      countArgument(1, 100),
    )
    .option('--no-wait', 'do not wait until all deliveries are queued')
    .action(async (id: string, options: Start) => {
      const { from, to, events, onlyFailed, withWaiting, speed } = options
      const api = apiOf(options, env)
      const chat = options.chat as Id<'chat'> | undefined
      const input = { id: id as Id<'whk'>, from, onlyFailed, withWaiting, ...defined({ to, events, chat, speed }) }
      const started = await api.call(webhooks.replays.create, input)
      if (!options.wait) return printOne(started, options)
      const progress = showProgress(options)
      const ended = await showUntilEnded(
        () => api.call(webhooks.replays.get, { id: id as Id<'whk'>, replay: started.id }),
        {
          hasEnded: ({ status }) => status !== 'running',
          onRead: ({ queued, now }) => progress.draw(null, `${queued} deliveries queued, ${now.ok} answered 2xx`),
          progress,
          printStarted: () => printOne(started, options),
        },
      )
      printOne(ended, options)
    })
}
