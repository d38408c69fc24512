import { type Id, webhooks } from '@posthorn/contracts'
import { Command } from 'commander'
import type { Env } from '../api/access.ts'
import { waitUntilEnded } from '../api/wait.ts'
import { printList, printOne } from '../terminal/output.ts'
import { showProgress } from '../terminal/progress.ts'
import { countArgument, given, listArgument, timeArgument } from '../terminal/values.ts'
import { type ApiOptions, apiOf, withApi } from './options.ts'

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
    .requiredOption('--from <time>', 'start, such as 2027-01-31T08:00:00Z or 2h', timeArgument)
    .option('--to <time>', 'end (default: now)', timeArgument)
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
      const input = { id: id as Id<'whk'>, from, onlyFailed, withWaiting, ...given({ to, events, chat, speed }) }
      const started = await api.call(webhooks.replays.create, input)
      if (!options.wait) return printOne(started, options)
      const progress = showProgress(options)
      const ended = await waitUntilEnded(
        () => api.call(webhooks.replays.get, { id: id as Id<'whk'>, replay: started.id }),
        {
          hasEnded: ({ status }) => status !== 'running',
          onRead: ({ queued, now }) => progress.draw(null, `${queued} deliveries queued, ${now.ok} answered 2xx`),
        },
      ).finally(() => progress.end())
      printOne(ended, options)
    })
}
