import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Command } from 'commander'
import { withCommon } from './accounts.ts'
import { print } from './output.ts'
import { isSigned } from './signature.ts'
import { apiAccess, CommandError, callApi, dataFolder } from './system.ts'

type Options = { json: boolean; dataDir?: string; key?: string; port: string; events: string }
type Webhook = { id: string; signingSecret: string }
type Event = { id: string; event: string; sequence: number; occurredAt: string; data: Record<string, unknown> }

/** Makes the command `posthorn listen`: a webhook receiver on this machine that prints events until Ctrl-C. */
export function listenCommand(env: Record<string, string | undefined>): Command {
  return withCommon(new Command('listen').description('receive events with a webhook on this machine and print them'))
    .option('--port <port>', 'port of the receiver (0: a free port)', '0')
    .option('--events <list>', 'comma-separated kinds of events, such as message:*,chat:updated', '*')
    .option('--key <key>', 'API key (default: the key of the first run)')
    .action((options: Options) => listen(options, dataFolder(options.dataDir, env)))
}

async function listen(options: Options, dataDir: string): Promise<void> {
  const access = { ...apiAccess(dataDir, options.key), dataDir }
  let secret = ''
  const server = createServer((req, res) => {
    receive(req).then(
      (body) => {
        const verified = isSigned({ headers: req.headers, body }, secret, Date.now() / 1000)
        res.writeHead(verified ? 200 : 401).end()
        show(body, { verified, json: options.json })
      },
      // The sender closed the connection before the body was complete.
      () => res.destroy(),
    )
  })
  const url = await openPort(server, Number(options.port))
  const body = { url, events: options.events.split(','), name: 'posthorn listen' }
  const webhook = await callApi<Webhook>(access, { method: 'POST', path: '/v1/webhooks', body }).catch((error) => {
    server.close()
    throw error
  })
  secret = webhook.signingSecret
  // Printed on stderr: with --json, stdout has events only.
  process.stderr.write(
    `Listening on ${url} (${webhook.id}) for ${options.events}; press Ctrl-C to stop and delete the webhook\n`,
  )
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  server.close()
  server.closeAllConnections()
  await callApi(access, { method: 'DELETE', path: `/v1/webhooks/${webhook.id}` })
  process.stderr.write('Deleted the webhook\n')
}

async function openPort(server: Server, port: number): Promise<string> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new CommandError('--port: must be from 0 to 65535')
  server.listen(port, '127.0.0.1')
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`--port: ${port} cannot be used (${error.code ?? error.message})`)
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function receive(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function show(body: Buffer, { verified, json }: { verified: boolean; json: boolean }): void {
  if (!verified) return void process.stderr.write('Refused a request without a valid signature\n')
  const text = body.toString('utf8')
  if (json) return print(text)
  const { event, sequence, occurredAt, data } = JSON.parse(text) as Event
  const facts = [data['id'], data['ack'] ?? data['change'] ?? data['status'], data['phone'], quoted(data['message'])]
  print([occurredAt, `#${sequence}`, event, ...facts.filter((fact) => typeof fact === 'string')].join('  '))
}

function quoted(text: unknown): string | undefined {
  return typeof text === 'string' ? JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text) : undefined
}
