import { existsSync, readdirSync, truncateSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { newId } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { createBrowser, firstOwner, password, type SignedIn } from '../../access/sign-in/browser.fixture.ts'
import { useFiles } from './files.fixture.ts'

const fixture = useFiles()

/** More than the sockets between gateway and client can hold, so that the rest of a file waits for its reader. */
const mebibytes = 16

/** Stores more contacts than fit in one part of an export. */
async function storeContacts(workspace: string): Promise<string> {
  await fixture.contacts.rows(
    `insert into contact (workspace_id, id, name, company, source)
     select $1, $2 || lpad(i::text, 5, '0'), 'Ada', repeat('x', 16384), 'api' from generate_series(1, $3::int) i`,
    [workspace, newId('con').slice(0, -5), Math.ceil((mebibytes * 1024) / 16)],
  )
  return '/v1/contacts/export'
}

async function storeFile(_: string, { browser }: SignedIn): Promise<string> {
  const body = Buffer.concat([Buffer.from('%PDF-1.7 '), Buffer.alloc(mebibytes * 1024 * 1024)])
  const stored = await browser.send('/v1/files', { body, headers: { 'Content-Type': 'application/pdf' } })
  expect(stored.status, stored.text).toBe(201)
  return `/v1/files/${String(stored.json['id'])}/download`
}

/** Starts to download a file, and reads none of it until `finish`, which returns whether the file was complete. */
async function begin(path: string, headers: Record<string, string>) {
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    get(`${fixture.url}${path}`, { headers }, resolve).on('error', reject),
  )
  expect(response.statusCode).toBe(200)
  return {
    leave: () => response.destroy(),
    finish: () =>
      new Promise<boolean>((resolve) => {
        response.on('error', () => {}).on('close', () => resolve(response.complete))
        response.resume()
      }),
  }
}

const cookieOf = ({ browser: { cookies } }: SignedIn) => ({
  Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  'Sec-Fetch-Site': 'same-origin',
})

async function joinAsAdmin(owner: SignedIn): Promise<SignedIn> {
  const email = `admin-${owner.email}`
  const { json } = await owner.browser.send('/v1/invitations', { json: { email, role: 'admin' } })
  const browser = createBrowser(fixture)
  const token = String(json['link']).split('#')[1]
  const joined = await browser.auth('POST welcome', { token, name: 'Grace', password })
  const [own] = joined.json['workspaces'] as unknown as { member: string }[]
  return { browser, email, workspace: owner.workspace, member: own?.member ?? '' }
}

async function createKey({ browser }: SignedIn, scopes = ['read', 'send', 'manage']) {
  const { json } = await browser.send('/v1/keys', { json: { name: 'Shop', scopes } })
  const revoke = () => browser.send(`/v1/keys/${String(json['id'])}/revoke`, { json: {} })
  return { id: String(json['id']), token: String(json['key']), revoke }
}

type People = { owner: SignedIn; admin: SignedIn }

describe.each([
  ['an export', storeContacts],
  ['a download', storeFile],
])('%s', (_, store) => {
  it.each<[string, (people: People) => Promise<unknown>]>([
    [
      'gets a lower role',
      ({ owner, admin }) =>
        owner.browser.send(`/v1/team/${admin.member}`, { method: 'PATCH', json: { role: 'agent' } }),
    ],
    ['is removed', ({ owner, admin }) => owner.browser.send(`/v1/team/${admin.member}/remove`, { json: {} })],
    ['signs out', ({ admin }) => admin.browser.auth('POST sign-out')],
  ])('stops when the member %s', async (_name, end) => {
    const owner = await firstOwner(fixture)
    const admin = await joinAsAdmin(owner)
    const file = await begin(await store(owner.workspace, owner), cookieOf(admin))
    await end({ owner, admin })
    expect(await file.finish()).toBe(false)
  })

  it('stops when its key is revoked', async () => {
    const owner = await firstOwner(fixture)
    const path = await store(owner.workspace, owner)
    const { token, revoke } = await createKey(owner)
    const file = await begin(path, { Token: token })
    await revoke()
    expect(await file.finish()).toBe(false)
  })

  it.each<[string, (people: People) => Promise<{ status: number }>]>([
    ['confirms the password', ({ admin }) => admin.browser.auth('POST confirm', { password })],
    [
      'changes the password',
      ({ admin }) => admin.browser.auth('POST password', { current: password, password: 'another one of mine' }),
    ],
  ])('goes on to its end when the member %s in another tab', async (_name, renew) => {
    const owner = await firstOwner(fixture)
    const admin = await joinAsAdmin(owner)
    const file = await begin(await store(owner.workspace, owner), cookieOf(admin))
    expect((await renew({ owner, admin })).status).toBe(200)
    expect(await file.finish()).toBe(true)
  })
})

it('a download whose caller goes away while the next chunk is read counts as a use of its key', async () => {
  const owner = await firstOwner(fixture)
  const path = await storeFile('', owner)
  const { id, token } = await createKey(owner)
  const file = await begin(path, { Token: token })
  await fixture.messaging.rows('begin')
  await fixture.messaging.rows('lock table file')
  void file.finish()
  const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query ~ '\\yfile\\y'`
  await until(async () => (await fixture.gateway.rows(waiting)).length > 0, { describe: 'a chunk to be read' })
  file.leave()
  await fixture.messaging.rows('commit')
  await until(async () => (await owner.browser.send(`/v1/keys/${id}/usage`)).text.includes('files.download'))
})

it('a download whose file was cut on disk does not pass for complete', async () => {
  const owner = await firstOwner(fixture)
  const path = await storeFile('', owner)
  const folder = join(fixture.filesDir, owner.workspace)
  for (const name of readdirSync(folder)) truncateSync(join(folder, name), 1_000_000)
  const file = await begin(path, cookieOf(owner))
  expect(await file.finish()).toBe(false)
})

it('a download of the second API stops when its key is revoked', async () => {
  const owner = await firstOwner(fixture)
  const path = await storeFile('', owner)
  const { token, revoke } = await createKey(owner)
  const file = await begin(`/compat${path}`, { Token: token })
  await revoke()
  expect(await file.finish()).toBe(false)
})

describe.each(['/v1/files', '/compat/v1/files'])('an upload to %s', (path) => {
  /** Sends a file, and makes the change after its first bytes have arrived. */
  async function upload(change: (owner: SignedIn, key: Awaited<ReturnType<typeof createKey>>) => Promise<unknown>) {
    const owner = await firstOwner(fixture)
    const key = await createKey(owner)
    async function* body() {
      yield Buffer.from('%PDF-1.7 ')
      await until(() => readdirSync(fixture.spoolDir).length > 0, { describe: 'the upload to begin' })
      await change(owner, key)
      yield Buffer.from('the rest')
    }
    const headers = { Token: key.token, 'Content-Type': 'application/pdf' }
    const request = { method: 'POST', headers, body: body(), duplex: 'half' }
    const { status } = await fetch(`${fixture.url}${path}`, request as unknown as RequestInit)
    return [status, existsSync(join(fixture.filesDir, owner.workspace))]
  }

  it('stores nothing when its key is revoked', async () => {
    expect(await upload((_, { revoke }) => revoke())).toEqual([401, false])
  })

  it('stores nothing when its workspace begins to move', async () => {
    const beginMove = async ({ browser, workspace }: SignedIn) => {
      const insert = `insert into workspace_move (workspace_id, status, numbers) values ($1, 'leaving', '{}')`
      await fixture.gateway.rows(insert, [workspace])
      const rename = () => browser.send('/v1/workspace', { method: 'PATCH', json: { name: 'Shop' } })
      await until(async () => (await rename()).status === 503, { describe: 'changes to be refused' })
    }
    expect(await upload(beginMove)).toEqual([503, false])
  })
})
