import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { type Receiver, startReceiver, until } from '@posthorn/testkit'
import { phoneOf, RunningSystem, repositoryRoot } from '@posthorn/testkit/system'
import { type Client, load, packages } from './clients.ts'

// `pnpm try:cloud-api`: npm clients send every common kind of message, receive one and reply, on a separate system, with only its address and token
// changed.
const folder = join(repositoryRoot, '.data/cloud-clients')
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

type Message = { id: string; message: string | null; status: string; type: string; quote: string | null }
type Trial = { system: RunningSystem; receiver: Receiver; appSecret: string }

/** Returns the id in a response to a message or upload. */
function idIn(response: unknown): string {
  const { id, messages } = response as { id?: string; messages?: { id: string }[] }
  const found = id ?? messages?.[0]?.id
  if (found === undefined) throw new Error(`no id in ${JSON.stringify(response)}`)
  return found
}

/** Waits until the receiver has an update with all of these texts, and verifies its signature. */
async function received({ receiver, appSecret }: Trial, ...texts: string[]): Promise<string> {
  const update = () => receiver.requests.find(({ body }) => texts.every((text) => body.includes(text)))
  const { body, headers } = await until(update, { describe: `an update with ${texts.join(' and ')}` })
  const signature = `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`
  if (headers['x-hub-signature-256'] !== signature) throw new Error('an update has another signature')
  return String(body)
}

const messagesOf = ({ system }: Trial, phone: string) =>
  system.ok<Message[]>('GET', `/v1/messages?phone=${encodeURIComponent(phone)}&size=50`)

/** Sends each kind of message and reports the results. */
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
      const client = each.open(await load(each, folder), target)
      try {
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
