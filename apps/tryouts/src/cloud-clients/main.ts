import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Receiver, startReceiver, until } from '@posthorn/testkit'
import { phoneOf, RunningSystem, repositoryRoot } from '@posthorn/testkit/system'

type Client = {
  text(to: string, body: string): Promise<unknown>
  reply(to: string, body: string, messageId: string): Promise<unknown>
  upload(image: Blob): Promise<unknown>
  image(to: string, id: string, caption: string): Promise<unknown>
  template(to: string, name: string, language: string): Promise<unknown>
  buttons(to: string, body: string, buttons: { id: string; title: string }[]): Promise<unknown>
}

type Package = {
  name: string
  version: string
  open(loaded: never, target: { baseUrl: string; token: string; phoneNumberId: string }): Client
}

type Kapso = { WhatsAppClient: new (config: object) => { messages: Record<string, Call>; media: Record<string, Call> } }
type Call = (input: object) => Promise<unknown>

/** npm clients with a configurable base URL. Installed on first use. */
const packages: Package[] = [
  {
    name: '@kapso/whatsapp-cloud-api',
    version: '0.3.0',
    open({ WhatsAppClient }: Kapso, { baseUrl, token, phoneNumberId }) {
      const { messages, media } = new WhatsAppClient({ baseUrl, accessToken: token })
      const call = (calls: Record<string, Call>, name: string, input: object) =>
        calls[name]?.call(calls, { phoneNumberId, ...input }) ?? Promise.reject(new Error(`no ${name}`))
      return {
        text: (to, body) => call(messages, 'sendText', { to, body }),
        reply: (to, body, contextMessageId) => call(messages, 'sendText', { to, body, contextMessageId }),
        upload: (file) => call(media, 'upload', { type: 'image', file, fileName: 'parcel.png' }),
        image: (to, id, caption) => call(messages, 'sendImage', { to, image: { id, caption } }),
        template: (to, name, code) => call(messages, 'sendTemplate', { to, template: { name, language: { code } } }),
        buttons: (to, bodyText, buttons) => call(messages, 'sendInteractiveButtons', { to, bodyText, buttons }),
      }
    },
  },
  {
    name: '@great-detail/whatsapp',
    version: '9.2.0',
    open(loaded: GreatDetail, { baseUrl, token, phoneNumberId }) {
      const { message, media } = new loaded.default({
        baseUrl,
        request: { headers: { Authorization: `Bearer ${token}` } },
      })
      const send = (content: object) => message.createMessage({ phoneNumberID: phoneNumberId, ...content }).json()
      return {
        text: (to, body) => send({ to, type: 'text', text: { body } }),
        reply: (to, body, id) => send({ to, type: 'text', text: { body }, context: { message_id: id } }),
        upload: (file) =>
          media.upload({ phoneNumberID: phoneNumberId, file, filename: 'parcel.png', mimeType: file.type }).json(),
        image: (to, id, caption) => send({ to, type: 'image', image: { id, caption } }),
        template: (to, name, code) => send({ to, type: 'template', template: { name, language: { code } } }),
        buttons: (to, text, buttons) =>
          send({
            to,
            type: 'interactive',
            interactive: {
              type: 'button',
              body: { text },
              action: { buttons: buttons.map((reply) => ({ type: 'reply', reply })) },
            },
          }),
      }
    },
  },
]

type Sent = { json(): Promise<unknown> }
type GreatDetail = {
  default: new (
    options: object,
  ) => { message: { createMessage(input: object): Sent }; media: { upload(input: object): Sent } }
}

/**
 * Installs a package in its own folder unless it is already there, then imports it. Other people's clients are no dependencies of this
 * repository.
 */
async function load({ name, version }: Package, root: string): Promise<never> {
  const folder = join(root, name, version)
  const installed = join(folder, 'node_modules', name, 'package.json')
  if (!existsSync(installed)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund']
    execFileSync('npm', ['install', `${name}@${version}`, ...flags], { cwd: folder, stdio: 'inherit' })
  }
  const { main = 'index.js' } = createRequire(installed)(installed) as { main?: string }
  return (await import(pathToFileURL(join(installed, '..', main)).href)) as never
}

// `pnpm try:cloud-api`: npm clients, with only their base URL and token changed, send every common kind of message, receive one, and reply
// to it, against a separate system.
const folder = join(repositoryRoot, '.data/cloud-clients')
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

type Message = { id: string; message: string | null; status: string; type: string; quote: string | null }
type Trial = { system: RunningSystem; receiver: Receiver; appSecret: string }

/** Returns the id of the upload or message that a response is about. */
function idIn(response: unknown): string {
  const { id, messages } = response as { id?: string; messages?: { id: string }[] }
  const found = id ?? messages?.[0]?.id
  if (found === undefined) throw new Error(`no id in ${JSON.stringify(response)}`)
  return found
}

/** Waits until the receiver gets an update that contains all of these strings, verifies its signature, and returns its body. */
async function received({ receiver, appSecret }: Trial, ...texts: string[]): Promise<string> {
  const update = () => receiver.requests.find(({ body }) => texts.every((text) => body.includes(text)))
  const { body, headers } = await until(update, { describe: `an update with ${texts.join(' and ')}` })
  const signature = `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`
  if (headers['x-hub-signature-256'] !== signature) throw new Error('an update has another signature')
  return String(body)
}

/** Returns the messages exchanged with a phone number, as the inbox shows them. */
const messagesOf = ({ system }: Trial, phone: string) =>
  system.ok<Message[]>('GET', `/v1/messages?phone=${encodeURIComponent(phone)}&size=50`)

/**
 * Receives a question, sends one message of each kind, and checks that each is delivered, and that a reply quotes the question. Returns a
 * line for each, and the types of messages in the inbox, which a person compares.
 */
async function tryClient(trial: Trial, client: Client, phone: string): Promise<string[]> {
  const { system } = trial
  const to = phone.slice(1)
  const write = { message: { from: phone, text: `Where is my parcel, ${to}?` } }
  await system.ok('POST', `/v1/numbers/${system.account.number}/simulate`, { body: write })
  const incoming = await received(trial, `my parcel, ${to}`)
  const { id: question = '' } = /"id":"(?<id>wamid[^"]+)"/.exec(incoming)?.groups ?? {}
  const lines = ['receive: the question arrived, signed']
  const image = idIn(await client.upload(new Blob([new Uint8Array(png)], { type: 'image/png' })))
  const sent = {
    text: await client.text(to, 'It left today.'),
    reply: await client.reply(to, 'It arrives tomorrow.', question),
    image: await client.image(to, image, 'Your parcel'),
    template: await client.template(to, 'hello_world', 'en_US'),
    interactive: await client.buttons(to, 'Was it helpful?', [{ id: 'yes', title: 'Yes' }]),
  }
  for (const [kind, response] of Object.entries(sent)) {
    const id = idIn(response)
    await received(trial, id, '"status":"delivered"')
    lines.push(`${kind}: accepted as ${id.slice(0, 12)}…, delivered under the same id`)
  }
  const messages = await messagesOf(trial, phone)
  const asked = messages.find(({ message }) => message === write.message.text)
  const reply = messages.find(({ message }) => message === 'It arrives tomorrow.')
  if (asked === undefined || reply?.quote !== asked.id) throw new Error('the reply does not quote the question')
  const types = messages.map(({ type }) => type).toSorted()
  return [...lines, `context: the reply quotes the question`, `types in the inbox: ${types.join(', ')}`]
}

/** Tries each client library for the provider's API on one system, even if another failed. Returns the number of clients that failed. */
async function main(): Promise<number> {
  await using receiver = await startReceiver({
    respond: ({ path }) => ({ body: new URL(path, 'http://program').searchParams.get('hub.challenge') ?? '' }),
  })
  const system = await RunningSystem.start({ split: false })
  let failed = 0
  try {
    const { phoneNumberId } = await system.ok<{ phoneNumberId: string }>('GET', `/v1/numbers/${system.account.number}`)
    const webhook = { url: receiver.url, format: 'graph', events: ['messages'], verifyToken: 'of the program' }
    const { signingSecret } = await system.ok<{ signingSecret: string }>('POST', '/v1/webhooks', { body: webhook })
    const target = { baseUrl: `${system.url}/graph`, token: system.account.key, phoneNumberId }
    for (const [i, each] of packages.entries()) {
      try {
        const client = each.open(await load(each, folder), target)
        const lines = await tryClient({ system, receiver, appSecret: signingSecret }, client, phoneOf(890_000 + i))
        console.log([`ok ${each.name} ${each.version}`, ...lines].join('\n  '))
      } catch (error) {
        failed++
        console.log(`FAILED ${each.name} ${each.version}: ${error instanceof Error ? error.stack : String(error)}`)
      }
    }
  } finally {
    await system.remove()
  }
  return failed
}

process.exit((await main()) === 0 ? 0 : 1)
