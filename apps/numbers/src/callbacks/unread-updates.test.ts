import { until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import {
  buildTexts,
  type Caller,
  connectNumber,
  postCallback,
  readAppSecret,
  sign,
  useNumbers,
  workspaceOf,
} from '../numbers.fixture.ts'

const { fixture } = useNumbers()

const asRaw = (caller: Caller) => fixture.service.as(workspaceOf(caller), { scopes: ['raw'] })
const list = (id: string, caller: Caller) =>
  fixture.service.clients.numbers.updates.list.query({ id, size: 50 }, caller)

async function connect() {
  const mine = fixture.service.as(fixture.service.workspace())
  const { id, phoneNumberId } = await connectNumber(fixture, mine)
  const secret = await readAppSecret(fixture.service, id)
  const post = (changes: { field: string; value: object }[]) => {
    const body = Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '1', changes }] }))
    return postCallback(fixture.service, { number: id, body, signature: sign(body, secret) })
  }
  const metadata = { display_phone_number: '15552000000', phone_number_id: phoneNumberId }
  return { mine, id, phoneNumberId, metadata, post }
}

describe('updates', () => {
  it('list shows what is not understood as it came, newest first, and nothing that is', async () => {
    const { mine, id, phoneNumberId, metadata, post } = await connect()
    const message = {
      from: '4915112345678',
      id: 'wamid.X',
      timestamp: '1790000000',
      type: 'hologram',
      hologram: { n: 1 },
    }
    await post([
      { field: 'messages', value: buildTexts(phoneNumberId, ['wamid.known']) },
      { field: 'messages', value: { metadata, messages: [message] } },
    ])
    await post([{ field: 'history', value: { metadata, history: [{ phase: 0 }] } }])
    const { items, next } = await list(id, asRaw(mine))
    expect(items).toMatchObject([
      { field: 'history', raw: { metadata, history: [{ phase: 0 }] } },
      { field: 'messages', raw: message },
    ])
    expect(next).toBeNull()
  })

  it('are counted by field, under one label for all that are not documented', async () => {
    const { phoneNumberId, metadata, post } = await connect()
    await post([
      { field: 'messages', value: buildTexts(phoneNumberId, ['wamid.1', 'wamid.2']) },
      { field: 'one_of_a_kind', value: { metadata } },
    ])
    const metrics = await (await fetch(new URL('/metrics', fixture.service.service.url))).text()
    expect(metrics).toMatch(/provider_updates_total\{[^}]*field="messages"[^}]*understood="true"[^}]*\} [2-9]/)
    expect(metrics).toMatch(/provider_updates_total\{[^}]*field="other"[^}]*understood="false"[^}]*\} [1-9]/)
    expect(metrics).not.toContain('one_of_a_kind')
  })

  it('of a large body are stored by the loop that unpacks it, without one that is too large to keep', async () => {
    const { mine, id, metadata, post } = await connect()
    await post([{ field: 'flows', value: { metadata, text: 'x'.repeat(70_000) } }])
    const { items } = await until(async () => {
      const page = await list(id, asRaw(mine))
      return page.items.length > 0 && page
    })
    expect(items).toMatchObject([{ field: 'flows', raw: null }])
  })

  it('need the scope raw, and other workspaces find no number', async () => {
    const { mine, id } = await connect()
    const without = fixture.service.as(workspaceOf(mine), { scopes: ['read', 'send', 'manage'] })
    await expect(list(id, without)).rejects.toMatchObject({ data: { fault: { code: 'scope:missing' } } })
    const other = fixture.service.as(fixture.service.workspace(), { scopes: ['raw'] })
    await expect(list(id, other)).rejects.toMatchObject({ data: { fault: { code: 'number:not_found' } } })
  })
})
