import { type Id, messaging } from '@posthorn/contracts'
import { Command } from 'commander'
import type { Env } from '../api/access.ts'
import { reasonOf } from '../terminal/events.ts'
import { print, printList } from '../terminal/output.ts'
import { type ApiOptions, apiOf, withApi } from './options.ts'

/** Creates the command `posthorn trace <message>`. */
export function traceCommand(env: Env): Command {
  return withApi(
    new Command('trace').argument('<message>', 'id of the message').description('print the timeline of a message'),
  ).action(async (id: string, options: ApiOptions) => {
    const trace = await apiOf(options, env).call(messaging.messages.trace, { id: id as Id<'msg'> })
    if (options.json) return print(JSON.stringify(trace))
    const rows = trace.entries.map(({ at, what, status, event, attempt, outcome, latencyMs, waiting, error }) => ({
      at,
      what,
      status: status ?? event,
      attempt,
      outcome: outcome ?? waiting?.reason,
      latencyMs,
      error: reasonOf(error),
    }))
    printList(rows, ['at', 'what', 'status', 'attempt', 'outcome', 'latencyMs', 'error'], options)
  })
}
