import { type MailServer, startMailServer, until } from '@posthorn/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { firstOwner, type SignedIn } from '../access/sign-in/browser.fixture.ts'
import { useGraph } from '../rest/graph/graph.fixture.ts'
import { nextMorning } from './outbox.sql.ts'

const publicUrl = 'https://posthorn.example.com'
let mails: MailServer
const graph = useGraph({
  records: false,
  env: async () => {
    mails = await startMailServer()
    return { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: 'posthorn@example.com', PUBLIC_URL: publicUrl }
  },
})
afterAll(() => mails.close())

let owner: SignedIn
beforeAll(async () => {
  owner = await firstOwner(graph.gateway, graph.workspace)
})

const rows = (text: string) => graph.gateway.gateway.rows<{ digest_at: Date | null }>(text)
const choose = (daily: boolean) => owner.browser.auth('POST digest', { daily })
const digests = () => mails.received.filter(({ subject }) => subject.startsWith('What waits'))
const work = () => graph.gateway.gateway.bus.nudge('gateway', 'digest')

/** Makes all digests due, as on the next morning. */
async function wakeUp(): Promise<void> {
  await rows('update member set digest_at = now() where digest_at is not null')
  work()
}

it('comes in the morning to who turned it on with a confirmed address, and says how much waits, but nothing of customers', async () => {
  expect((await choose(true)).json).toMatchObject({ person: { digest: true } })
  await rows('update person set proven_at = null')
  const { id, phone } = await graph.customer()
  await graph.customer()
  const chatOf = async (message: string) =>
    (await graph.gateway.send(`/v1/messages/${message}`, { token: graph.token })).json['chat'] as unknown as string
  const chat = await chatOf(id)
  const change = (changed: string, json: object) =>
    graph.gateway.send(`/v1/chats/${changed}`, { token: graph.token, method: 'PATCH', json })
  await change(chat, { status: 'pending' })
  await change(await chatOf((await graph.customer()).id), { snooze: { until: null } })
  const send = (path: string, json: object) => graph.gateway.send(path, { token: graph.token, json })
  await send(`/v1/chats/${chat}/assign`, { member: owner.member })
  await send(`/v1/chats/${chat}/notes`, { message: 'a secret note', mentions: [owner.member] })
  await until(async () => (await owner.browser.send('/v1/notifications?kind=mention')).json.length === 1)
  work()
  await rows('update person set proven_at = now()')
  work()
  await until(async () => (await rows('select digest_at from member where digest_at is not null')).length === 1)
  expect(digests()).toEqual([])
  await wakeUp()
  await until(() => digests().length === 1)
  const [{ to, text } = { to: '', text: '' }] = digests()
  expect(to).toBe(owner.email)
  expect(text).toContain('- 1 chat assigned to you, whose customers wait')
  expect(text).toContain('- 1 chat assigned to no one, whose customers wait')
  expect(text).toContain('- 1 unread mention of you in notes')
  expect(text.match(/https?:\/\/[\w.-]*\w/g)).toEqual([publicUrl, publicUrl])
  for (const secret of [phone, phone.slice(1), 'Hello', 'secret note']) expect(text).not.toContain(secret)
  work()
  await until(async () => (await rows('select digest_at from member where digest_at > now()')).length === 1)
  expect(digests()).toHaveLength(1)
})

it('does not come when nothing waits, nor once it is turned off', async () => {
  await rows('update member set seen_at = seen_at')
  expect((await choose(false)).json).toMatchObject({ person: { digest: false } })
  await rows('update member set digest_at = now()')
  work()
  await choose(true)
  for (const each of (await graph.gateway.send('/v1/chats', { token: graph.token })).json as unknown as {
    id: string
  }[])
    await graph.gateway.send(`/v1/chats/${each.id}`, {
      token: graph.token,
      method: 'PATCH',
      json: { status: 'resolved' },
    })
  await owner.browser.send('/v1/notifications/read', { json: { all: true } })
  work()
  await until(async () => (await rows('select digest_at from member where digest_at is not null')).length === 1)
  await wakeUp()
  await until(async () => (await rows('select digest_at from member where digest_at > now()')).length === 1)
  await until(async () => (await rows('select null as digest_at from mail')).length === 0)
  expect(digests()).toHaveLength(1)
})

it.each([
  ['UTC', '2026-11-20T06:59:00Z', '2026-11-20T07:00:00Z'],
  ['UTC', '2026-11-20T07:00:00Z', '2026-11-21T07:00:00Z'],
  ['Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T05:00:00Z'],
  ['Asia/Kathmandu', '2026-11-20T00:00:00Z', '2026-11-20T01:15:00Z'],
])('has its morning in %s after %s at %s', (zone, now, next) => {
  expect(nextMorning(zone, Date.parse(now))).toEqual(new Date(next))
})
