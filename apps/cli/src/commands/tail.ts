import { Command } from 'commander'
import type { Env } from '../api/access.ts'
import { followLog } from '../api/log.ts'
import { stopSignal } from '../api/wait.ts'
import { printEvent } from '../terminal/events.ts'
import { countArgument, given, listArgument } from '../terminal/values.ts'
import { type ApiOptions, apiOf, withApi } from './options.ts'

type Options = ApiOptions & { events?: string[]; after?: number; count?: number }

/** Creates the command `posthorn tail`. */
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
