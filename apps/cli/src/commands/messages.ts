import { defined, type Id, type InputOf, messaging, type OutputOf } from '@posthorn/contracts'
import { Command, Option } from 'commander'
import { type ApiOptions, apiOf, type Env, withApi } from '../api/access.ts'
import { type Api, CommandError } from '../api/client.ts'
import { reasonOf } from '../api/fetch.ts'
import { formWith, readText } from '../api/local-file.ts'
import { waitUntilEnded } from '../api/outage.ts'
import { countArgument, failureReasonOf, futureTime, print, printList, printOne } from '../terminal.ts'

type Options = ApiOptions & {
  phone?: string
  message?: string
  to?: string
  text?: string
  number?: string
  at?: string
  file?: string
  body?: string
  wait?: true | number
}
type Request = InputOf<typeof messaging.messages.send>
type Message = OutputOf<typeof messaging.messages.send>

/** Timers cannot wait for more than 24 days. */
const waitSecondsMax = 2_000_000

export function sendCommand(env: Env): Command {
  return (
    withApi(new Command('send').description('send a message'))
      .option('--phone <phone>', 'phone number of the recipient, such as +4915112345678')
      .option('--message <text>', 'text of the message')
      // Aliases that other messaging tools use.
      .addOption(new Option('--to <phone>').conflicts('phone').hideHelp())
      .addOption(new Option('--text <text>').conflicts('message').hideHelp())
      .option('--number <id>', 'number that sends the message (default: that of the workspace)')
      .option('--at <time>', 'time of sending, such as 2027-01-31T08:00:00Z, or 2h for in two hours', futureTime)
      .addOption(new Option('--file <path>', 'file to send; --message is its caption').conflicts('body'))
      .option('--body <file>', 'file with the JSON body of POST /v1/messages, for other kinds of messages; - is stdin')
      .option(
        '--wait [seconds]',
        'wait until the message is delivered or has failed, at most this long (default: no limit)',
        countArgument(1, waitSecondsMax),
      )
      .action(async (options: Options) => {
        const api = apiOf(options, env)
        const request = sendRequestOf(options)
        const media = options.file === undefined ? {} : { media: { file: await upload(api, options.file) } }
        const sent = await api.call(messaging.messages.send, { ...request, ...media })
        const { wait } = options
        const message = wait ? await waitForOutcome(api, sent, wait === true ? undefined : wait * 1_000) : sent
        const { id, status, chat, number, phone, error } = message
        const reason = error && { error: failureReasonOf(error) }
        printOne(options.json ? message : { id, status, ...reason, phone, chat, number }, options)
        if (wait ? !successStatuses.has(status) : failureStatuses.has(status)) process.exitCode = 1
      })
  )
}

const failureStatuses: ReadonlySet<string> = new Set(['failed', 'expired', 'canceled'])
const successStatuses: ReadonlySet<string> = new Set(['delivered', 'read', 'played'])

/** Stores a file, and returns its id. */
const upload = async (api: Api, path: string): Promise<Id<'file'>> =>
  (await api.upload(messaging.files.create, await formWith(path))).id as Id<'file'>

/**
 * Polls an accepted message until it has arrived or failed, or the limit has passed. Returns what was last known of it, also if it can no
 * longer be read, because a message without an id would be sent again.
 */
async function waitForOutcome(api: Api, accepted: Message, limitMs: number | undefined): Promise<Message> {
  let last = accepted
  const signal = limitMs === undefined ? undefined : AbortSignal.timeout(limitMs)
  return waitUntilEnded(() => api.call(messaging.messages.get, { id: accepted.id }, defined({ signal })), {
    hasEnded: ({ status }) => failureStatuses.has(status) || successStatuses.has(status),
    onRead: (message) => {
      last = message
    },
    ...defined({ signal }),
  }).catch((error: unknown) => {
    if (!signal?.aborted) process.stderr.write(`${reasonOf(error)}\n`)
    return last
  })
}

/** Builds the request from a body, if there is one, and the options, which override its fields. */
function sendRequestOf({ to, text, phone = to, message = text, number, at, file, body }: Options): Request {
  const base = body === undefined ? {} : bodyOf(body)
  if (body === undefined && (phone === undefined || (message ?? file) === undefined))
    throw new CommandError('pass --phone and --message or --file, or --body with the JSON of a message')
  return { ...base, ...defined({ phone, message, number, deliverAt: at }) } as Request
}

/** Reads the JSON object in a file; `-` is stdin. */
function bodyOf(path: string): object {
  try {
    const value = JSON.parse(readText(path === '-' ? 0 : path)) as unknown
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch (error) {
    throw new CommandError(`--body: ${path} cannot be read as JSON (${reasonOf(error)})`)
  }
  throw new CommandError(`--body: ${path} must contain one JSON object`)
}

export const traceCommand = (env: Env): Command =>
  withApi(
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
      error: failureReasonOf(error),
    }))
    printList(rows, ['at', 'what', 'status', 'attempt', 'outcome', 'latencyMs', 'error'], options)
  })
