import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { defined, type Id, type InputOf, webhooks } from '@posthorn/contracts'
import { Command, Option } from 'commander'
import { type ApiOptions, apiOf, type Env, withApi } from '../api/access.ts'
import { type Api, CommandError, stopSignal } from '../api/client.ts'
import { type ForwardTarget, followLog, forwardLog, isSigned, secretFor } from '../api/forward.ts'
import { rehearse } from '../api/rehearsal.ts'
import {
  collect,
  countArgument,
  type Event,
  listArgument,
  pastTime,
  print,
  printEvent,
  printList,
  withNeed,
} from '../terminal.ts'

const pageSizeMax = 200

export function eventsCommand(env: Env): Command {
  const command = new Command('events').description('read the event log; `tail` follows it')
  withApi(command.command('list').description('list events, oldest first'))
    .option('--after <sequence>', 'list events with a greater sequence', countArgument(0), 0)
    .option('--events <list>', 'comma-separated kinds, such as message:*,chat:updated', listArgument)
    .option('--size <count>', 'highest number of events', countArgument(1), 50)
    .action(async (options: ApiOptions & { after: number; events?: string[]; size: number }) => {
      const { events: chosen, json, size } = options
      const api = apiOf(options, env)
      const events: Event[] = []
      let { after } = options
      for (let isFull = true; isFull && events.length < size; after = events.at(-1)?.sequence ?? after) {
        const asked = Math.min(size - events.length, pageSizeMax)
        const input = { after, size: asked, ...defined({ events: chosen }) }
        const page = await api.call(webhooks.events.list, input)
        events.push(...(page as Event[]))
        isFull = page.length === asked
      }
      if (json) return print(JSON.stringify(events))
      for (const event of events) printEvent(event, options)
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

export function tailCommand(env: Env): Command {
  return withApi(new Command('tail').description('print events as they happen, until Ctrl-C'))
    .option('--events <list>', 'comma-separated kinds, such as message:*,chat:updated', listArgument)
    .option('--after <sequence>', 'begin after this sequence (default: with new events)', countArgument(0))
    .option('--count <count>', 'end after this number of events', countArgument(1))
    .action(async (options: ApiOptions & { events?: string[]; after?: number; count?: number }) => {
      const { events, after = null, count = Number.POSITIVE_INFINITY } = options
      let printed = 0
      const log = followLog(apiOf(options, env), { after, signal: stopSignal(), ...defined({ events }) })
      for await (const event of log) {
        printEvent(event, options)
        printed += 1
        if (printed >= count) break
      }
    })
}

type ListenOptions = ApiOptions & {
  port: string
  events: string[]
  forward?: string
  after?: number
  secret?: string
  header: string[]
  rehearse?: string
  from?: string
  to?: string
  onlyFailed: boolean
  speed?: number
}

/** `posthorn listen` prints events until Ctrl-C. With `--forward`, it posts them to a local URL. */
export function listenCommand(env: Env): Command {
  const command = withApi(
    new Command('listen').description(
      'print events as webhooks get them, until Ctrl-C; with --forward, post them to your program, signed as in production',
    ),
  )
    .addOption(
      new Option('--events <list>', 'comma-separated kinds of events, such as message:*,chat:updated')
        .argParser(listArgument)
        .default(['*'])
        .conflicts('rehearse'),
    )
    .option('--forward <url>', 'post each event to this address; the next start continues after the last one')
    .addOption(
      new Option('--after <sequence>', 'with --forward: start after this sequence instead')
        .argParser(countArgument(0))
        .conflicts('rehearse'),
    )
    .option('--secret <secret>', 'with --forward: signing secret whsec_… (default: created and stored)')
    .option(
      '--header <header>',
      'with --forward: header of each request, such as "X-Webhook-Secret: s3cret"',
      collect,
      [],
    )
    .option(
      '--rehearse <webhook>',
      'with --forward: post past events of this webhook instead, and compare the responses',
    )
    .option('--from <time>', 'with --rehearse: start, such as 2027-01-31T08:00:00Z or 2h', pastTime)
    .option('--to <time>', 'with --rehearse: end (default: now)', pastTime)
    .option('--only-failed', 'with --rehearse: only events that the webhook has not accepted', false)
    .option(
      '--speed <times>',
      'with --rehearse: multiple of the original speed, 1 to 100 (default: as fast as possible)',
      countArgument(1, 100),
    )
    .addOption(
      new Option('--port <port>', 'without --forward: port of the receiver on this machine (0: a free port)')
        .default('0')
        .conflicts('forward'),
    )
    .action((options: ListenOptions) => (options.forward === undefined ? receiveOwn : forward)(options, env))
  withNeed(command, 'forward', ['after', 'secret', 'header', 'rehearse'])
  return withNeed(command, 'rehearse', ['from', 'to', 'onlyFailed', 'speed'])
}

/** Posts events to the given URL: new ones or, with `--rehearse`, past ones. */
async function forward(options: ListenOptions, env: Env): Promise<void> {
  const { forward: target = '', events, json, after, secret, header } = options
  const url = URL.parse(target)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new CommandError(`--forward: ${target} is not an address such as http://localhost:3000/webhook`)
  const headers = Object.fromEntries(header.map(headerOf))
  if (secret !== undefined && !/^whsec_[A-Za-z0-9+/]+=*$/.test(secret))
    throw new CommandError('--secret: must be whsec_ followed by base64')
  refuseImpossible(url, headers)
  const to = { url: url.href, headers, ...defined({ secret, after }) }
  if (options.rehearse !== undefined) return rehearseAt(options, { target: to, env })
  const signal = stopSignal()
  const forwarding = forwardLog(apiOf(options, env), { target: to, events, json, env, signal })
  await forwarding.catch((error: unknown) => (signal.aborted ? undefined : Promise.reject(error)))
}

/** Posts a webhook's past events to the target, signed with the target's own secret. */
async function rehearseAt(options: ListenOptions, { target, env }: { target: ForwardTarget; env: Env }): Promise<void> {
  const { rehearse: webhook = '', from, to, onlyFailed, speed, json } = options
  if (from === undefined) throw new CommandError('--rehearse: also pass --from with the start of the range, such as 2h')
  const api = apiOf(options, env)
  const secret = await secretFor(api, env, target)
  const range = { webhook: webhook as Id<'whk'>, from, onlyFailed, ...defined({ to, speed }) }
  await rehearse(api, { ...range, target: { ...target, secret }, json, signal: stopSignal() })
}

/** Headers that describe the connection or the body, which `fetch` writes itself. */
const ownHeaders = new Set(['connection', 'content-length', 'expect', 'keep-alive', 'transfer-encoding', 'upgrade'])

/** Refuses an address or header that no request can have, before the first event would wait for it. */
function refuseImpossible({ href }: URL, headers: Record<string, string>): void {
  const own = Object.keys(headers).find((name) => ownHeaders.has(name.toLowerCase()))
  if (own !== undefined) throw new CommandError(`--header: ${own} cannot be set`)
  try {
    void new Request(href)
  } catch {
    throw new CommandError('--forward: pass a user and password with --header "Authorization: …", not in the address')
  }
  for (const [name, value] of Object.entries(headers)) {
    try {
      new Headers().set(name, value)
    } catch {
      throw new CommandError(`--header: ${name}: ${value} is not possible in HTTP`)
    }
  }
}

/** Parses a value of `--header`. */
function headerOf(text: string): [string, string] {
  const [, name, value] = /^([^:\s]+):\s*(.*)$/.exec(text) ?? []
  if (name === undefined) throw new CommandError(`--header: ${text} is not a header such as "X-Webhook-Secret: s3cret"`)
  return [name, value ?? '']
}

/** Creates a webhook for a local receiver, prints the deliveries with a valid signature until Ctrl-C, and deletes the webhook. */
async function receiveOwn(options: ListenOptions, env: Env): Promise<void> {
  const api = apiOf(options, env)
  const stop = stopSignal()
  let secret = ''
  const server = createServer((req, res) => {
    receive(req)
      .then((body) => {
        const verified = isSigned({ headers: req.headers, body }, secret, Date.now() / 1000)
        res.writeHead(verified ? 200 : 401).end()
        if (verified) printEvent(JSON.parse(body.toString('utf8')) as Event, options)
        else process.stderr.write('Refused a request without a valid signature\n')
      })
      // The connection ended before the body was complete, or the body isn't an event.
      .catch(() => res.destroy())
  })
  const url = await openPort(server, Number(options.port))
  const webhook = await createWebhook(api, { url, events: options.events, name: 'posthorn listen' }).catch((error) => {
    server.close()
    throw error
  })
  secret = webhook.signingSecret
  // On stderr: with --json, stdout has only events.
  process.stderr.write(
    `Listening on ${url} (${webhook.id}) for ${options.events.join()}; press Ctrl-C to stop and delete the webhook\n`,
  )
  if (!stop.aborted) await once(stop, 'abort')
  server.close()
  server.closeAllConnections()
  await api.call(webhooks.webhooks.remove, { id: webhook.id })
  process.stderr.write('Deleted the webhook\n')
}

/** Creates the webhook. If it is refused, also explains that only an installation on this machine can reach the receiver. */
function createWebhook(api: Api, body: InputOf<typeof webhooks.webhooks.create>) {
  return api.call(webhooks.webhooks.create, body).catch((error: unknown) => {
    if (!(error instanceof CommandError)) throw error
    throw new CommandError(
      `${error.message} An installation on another machine cannot post to this one: use --forward, which needs no webhook.`,
    )
  })
}

/** Starts the receiver on this machine, and returns its URL. */
async function openPort(server: Server, port: number): Promise<string> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new CommandError('--port: must be from 0 to 65535')
  server.listen(port, '127.0.0.1')
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`--port: ${port} cannot be used (${error.code ?? error.message})`)
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Larger than any event. */
const bodyBytesMax = 8 * 1024 * 1024

/** Reads the raw body of a request, because the signature covers its bytes. */
async function receive(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > bodyBytesMax) throw new CommandError('A request was over 8 MiB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
