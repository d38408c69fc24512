import { webhooks } from '@posthorn/contracts'
import { Command } from 'commander'
import type { Env } from '../api/access.ts'
import { followLog } from '../api/log.ts'
import { stopSignal } from '../api/wait.ts'
import { type Event, printEvent } from '../terminal/events.ts'
import { print, printList } from '../terminal/output.ts'
import { countArgument, given, listArgument } from '../terminal/values.ts'
import { type ApiOptions, apiOf, withApi } from './options.ts'

type List = ApiOptions & { after: number; events?: string[]; size: number }

export function eventsCommand(env: Env): Command {
  const command = new Command('events').description('read the event log; `tail` follows it')
  withApi(command.command('list').description('list events, oldest first'))
    .option('--after <sequence>', 'list events with a greater sequence', countArgument(0), 0)
    .option('--events <list>', 'comma-separated kinds, such as message:*,chat:updated', listArgument)
    .option('--size <count>', 'highest number of events', countArgument(1), 50)
    .action(async (options: List) => {
      const { after, events: chosen, json } = options
      const size = Math.min(options.size, 200)
      const events = await apiOf(options, env).call(webhooks.events.list, { after, size, ...given({ events: chosen }) })
      if (json) return print(JSON.stringify(events))
      for (const event of events) printEvent(event as Event, options)
    })
  withApi(command.command('get').argument('<id>').description('print one event as it is delivered')).action(
    async (id: string, options: ApiOptions) => {
      const event = await apiOf(options, env).call(webhooks.events.get, { id: id as `evt_${string}` })
      print(options.json ? JSON.stringify(event) : JSON.stringify(event, null, 2))
    },
  )
  withApi(command.command('kinds').description('list the kinds of events')).action(async (options: ApiOptions) => {
    const kinds = await apiOf(options, env).call(webhooks.events.kinds, {})
    printList(kinds, ['event', 'when'], options)
  })
  return command
}

type Options = ApiOptions & { events?: string[]; after?: number; count?: number }

export function tailCommand(env: Env): Command {
  return withApi(new Command('tail').description('print events as they happen, until Ctrl-C'))
    .option('--events <list>', 'comma-separated kinds, such as message:*,chat:updated', listArgument)
    .option('--after <sequence>', 'begin after this sequence (default: with new events)', countArgument(0))
    .option('--count <count>', 'end after this number of events', countArgument(1))
    .action(async (options: Options) => {
      const { events, after = null, count = Number.POSITIVE_INFINITY } = options
      let printed = 0
      const log = followLog(apiOf(options, env), { after, signal: stopSignal(), ...given({ events }) })
      for await (const event of log) {
        printEvent(event, options)
        printed += 1
        if (printed >= count) break
      }
    })
}
