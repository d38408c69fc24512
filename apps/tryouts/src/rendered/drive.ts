import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Receiver, until } from '@posthorn/testkit'
import { type Installation, imageUser, ownedFolder } from './installation.ts'

type Access = { url: string; key: string; receiver: Receiver }
type Account = Access & { number: string }
type Answer = { status: number; body: unknown }
type Event = { event: string; data: Record<string, unknown> }

export const receiverHost = 'hooks.example.org'

const patience = { timeoutMs: 180_000 }
const phone = '+4915120000010'
/** The header of a 640 × 640 JPEG. */
const picture = Buffer.from('ffd8ffe000040000ffc0001108028002800301220002110103110100', 'hex')

/** Calls the REST API. Buffers are sent as JPEG, forms as files, and other bodies as JSON. `methodAndPath`: such as `GET /v1/chats`. */
async function call({ url, key }: Access, methodAndPath: string, body?: object | FormData | Buffer): Promise<Answer> {
  const [method, path] = methodAndPath.split(' ')
  const type = Buffer.isBuffer(body) ? { 'content-type': 'image/jpeg' } : { 'content-type': 'application/json' }
  const isForm = body instanceof FormData
  const sent = body === undefined ? {} : { body: isForm || Buffer.isBuffer(body) ? body : JSON.stringify(body) }
  const headers = { Token: key, ...(body === undefined || isForm ? {} : type) }
  const answer = await fetch(`${url}${path}`, { method: method ?? '', headers, ...sent })
  const text = await answer.text()
  return { status: answer.status, body: /^[[{]/.test(text) ? JSON.parse(text) : text }
}

/** Makes a call that must succeed, and returns its body. */
async function ok<T>(account: Access, methodAndPath: string, body?: object | FormData | Buffer): Promise<T> {
  const answer = await call(account, methodAndPath, body)
  if (answer.status >= 300) throw new Error(`${methodAndPath}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body as T
}

/** Returns an upload with one file. `name`: the file's name. `type`: its media type. */
function form(bytes: Buffer | string, name: string, type: string): FormData {
  const filled = new FormData()
  filled.set('file', new Blob([new Uint8Array(Buffer.from(bytes))], { type }), name)
  return filled
}

/** Waits until the webhook gets an event for which `isWanted` returns true. Ignores requests without a correct signature. */
async function arrives(account: Account, describe: string, isWanted: (event: Event) => boolean): Promise<void> {
  const events = () => account.receiver.requests.filter(({ verified }) => verified).map(({ json }) => json as Event)
  await until(() => events().some(isWanted), { ...patience, describe })
}

/**
 * Runs the command's image with a `run.json` like the one in the guide, because an installation of containers has no launcher that writes
 * it.
 */
async function operate(installation: Installation, folder: string, args: readonly string[]): Promise<string> {
  const data = ownedFolder(join(folder, 'operator'), { uid: imageUser, gid: imageUser, mode: 0o755 })
  const { operator, publicUrl } = installation.rendered
  const run = {
    url: publicUrl,
    urls: { gateway: 'http://gateway:4000' },
    credential: { name: 'operator', secret: operator },
  }
  writeFileSync(join(data, 'run.json'), JSON.stringify(run))
  return installation.run({
    name: `command-${args[1]}-${args[0]}`,
    app: 'cli',
    names: [],
    env: {},
    command: ['node', 'posthorn.mjs', 'operator', ...args, '--data-dir', '/data'],
    mounts: [{ path: '/data', folder: data, readOnly: true }],
    readOnly: true,
    probe: { port: '', path: '' },
  })
}

/** Creates a workspace and a key with the command, then a number and a webhook. */
async function makeAccount(installation: Installation, folder: string, receiver: Receiver): Promise<Account> {
  mkdirSync(folder, { recursive: true })
  const found = (text: string, pattern: RegExp) => {
    const [match] = pattern.exec(text) ?? []
    if (match === undefined) throw new Error(`the command wrote no ${pattern}: ${text}`)
    return match
  }
  const workspace = found(await operate(installation, folder, ['workspace', 'create', 'Shop']), /ws_\w+/)
  const scopes = ['--scopes', 'read,send,manage,erase']
  const made = await operate(installation, folder, [
    'key',
    'create',
    '--workspace',
    workspace,
    '--name',
    'shop',
    ...scopes,
  ])
  const access = { url: installation.rendered.publicUrl, key: found(made, /ph_live_\w+/), receiver }
  const simulated = { name: 'Simulator', provider: 'simulator' }
  const { id: number } = await ok<{ id: string }>(access, 'POST /v1/numbers', simulated)
  const events = ['message:ack', 'import:finished', 'contact:deleted']
  const webhook = { url: `https://${receiverHost}/hook`, events }
  const { signingSecret } = await ok<{ signingSecret: string }>(access, 'POST /v1/webhooks', webhook)
  receiver.useSecret(signingSecret)
  return { ...access, number }
}

/** Sends a message and waits until the webhook says that it was read. */
async function send(account: Account, content: object): Promise<void> {
  // Retries, because messaging learns about a new number shortly after it is connected.
  const accepted = () => ok<{ id: string }>(account, 'POST /v1/messages', { phone, ...content })
  const { id } = await until(accepted, { ...patience, describe: 'the message to be accepted' })
  await arrives(account, 'the report that it was read', ({ data }) => data['id'] === id && data['ack'] === 'read')
}

/** Uploads a file, reads it again, and sends it. Files are in the bucket. */
async function upload(account: Account): Promise<void> {
  const text = 'Opening hours: 9 to 17'
  const { id } = await ok<{ id: string }>(account, 'POST /v1/files', form(text, 'hours.txt', 'text/plain'))
  const read = await ok<string>(account, `GET /v1/files/${id}/download`)
  if (read !== text) throw new Error(`the file reads ${read}`)
  await send(account, { media: { file: id, filename: 'hours.txt' } })
}

/** Sends a picture, and makes it the picture of the number and of a group. */
async function showPictures(account: Account): Promise<void> {
  const { id } = await ok<{ id: string }>(account, 'POST /v1/files', form(picture, 'shop.jpg', 'image/jpeg'))
  await send(account, { message: 'Our shop', media: { file: id } })
  const { number } = account
  await ok(account, `PUT /v1/numbers/${number}/profile/picture`, picture)
  const group = await ok<{ id: string }>(account, 'POST /v1/groups', { number, name: 'Regulars' })
  const isActive = async () => (await ok<{ status: string }>(account, `GET /v1/groups/${group.id}`)).status === 'active'
  await until(isActive, { ...patience, describe: 'the group to be active' })
  await ok(account, `PUT /v1/groups/${group.id}/image`, picture)
}

/** Imports 2,000 contacts from a file as German programs write it, with semicolons, and expects each to be created. */
async function importContacts(account: Account): Promise<void> {
  const rows = Array.from({ length: 2_000 }, (_, i) => `+49151${String(30_000_000 + i)};Person ${i};gold`)
  const csv = ['Telefon;Name;Tarif', ...rows].join('\n')
  const { id } = await ok<{ id: string }>(account, 'POST /v1/imports', form(csv, 'contacts.csv', 'text/csv'))
  await arrives(account, 'the end of the import', ({ event, data }) => event === 'import:finished' && data['id'] === id)
  const { counts } = await ok<{ counts: { created: number } }>(account, `GET /v1/imports/${id}`)
  if (counts.created !== rows.length) throw new Error(`imported ${JSON.stringify(counts)}`)
}

/** Erases the person who got the messages, after that person has written back. */
async function erase(account: Account): Promise<void> {
  const message = { from: phone, type: 'text', text: 'Please forget me' }
  await ok(account, `POST /v1/numbers/${account.number}/simulate`, { message })
  const path = `/v1/contacts?phone=${encodeURIComponent(phone)}`
  const known = async () => (await ok<{ id: string }[]>(account, `GET ${path}`))[0]?.id
  const contact = await until(known, { ...patience, describe: 'a contact of who wrote' })
  const { erasure } = await ok<{ erasure: string }>(account, `POST /v1/contacts/${contact}/erase`, { confirm: phone })
  const finished = async () =>
    (await ok<{ status: string }>(account, `GET /v1/erasures/${erasure}`)).status === 'finished'
  await until(finished, { ...patience, describe: 'the erasure to be finished' })
  await arrives(
    account,
    'the end of the contact',
    ({ event, data }) => event === 'contact:deleted' && data['id'] === contact,
  )
  const { status } = await call(account, `GET /v1/contacts/${contact}`)
  if (status !== 404) throw new Error(`the erased contact answers ${status}`)
}

/** Does what customers do, through the gateway. Each step ends once its effect is visible. */
export async function drive(
  installation: Installation,
  { folder, receiver, say }: { folder: string; receiver: Receiver; say(line: string): void },
): Promise<void> {
  const account = await makeAccount(installation, folder, receiver)
  say('  workspace, key, number and webhook: made')
  const steps: [string, () => Promise<void>][] = [
    ['message: read, delivered to the webhook', () => send(account, { message: 'hello' })],
    ['upload: read again, and sent', () => upload(account)],
    ['pictures: sent, of the number, of a group', () => showPictures(account)],
    ['import: 2,000 contacts', () => importContacts(account)],
    ['erasure: finished', () => erase(account)],
  ]
  for (const [name, step] of steps) {
    const begun = performance.now()
    await step()
    say(`  ${name} (${((performance.now() - begun) / 1_000).toFixed(1)} s)`)
  }
}
