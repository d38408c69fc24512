import { newId } from '@posthorn/contracts'
import { incomingMessage, requestErasure, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { useMessaging } from '../messaging.fixture.ts'

const { fixture, connected } = useMessaging()
const phone = '+15559700001'
const api = () => fixture.service.clients.messaging.messages
const withRaw = () => fixture.service.as(connected.workspace, { scopes: ['raw'] })

async function receive(raw: { type: string; [field: string]: unknown }): Promise<string> {
  const providerId = `wamid.${newId('evt')}`
  const whole = { id: providerId, from: phone.slice(1), ...raw }
  const data = { number: connected.number, providerId, type: raw.type, raw: whole }
  await fixture.service.bus.publish(incomingMessage(connected.workspace, { phone }, data))
  const found = await until(async () => {
    const { items } = await api().list.query({ direction: 'in', phone }, fixture.service.as(connected.workspace))
    return items.find((item) => item.providerId === providerId)
  })
  return found.id
}

describe('the raw form of a message', () => {
  it('is what the provider sent, and null for a text that shows all of it', async () => {
    const order = { type: 'order', order: { catalog_id: '1', anything: { new: true } } }
    expect((await api().raw.query({ id: await receive(order) }, withRaw())).raw).toMatchObject(order)
    const text = {
      type: 'text',
      timestamp: '1790000000',
      text: { body: 'Hello' },
      context: { id: 'wamid.q', from: '1' },
    }
    expect((await api().raw.query({ id: await receive(text) }, withRaw())).raw).toBeNull()
    const more = { ...text, context: { ...text.context, frequently_forwarded: true } }
    expect((await api().raw.query({ id: await receive(more) }, withRaw())).raw).toMatchObject(more)
  })

  it('needs the scope raw, and is not found in another workspace', async () => {
    const id = await receive({ type: 'order' })
    const without = fixture.service.as(connected.workspace, { scopes: ['read', 'send', 'manage'] })
    await expect(api().raw.query({ id }, without)).rejects.toMatchObject({ data: { fault: { code: 'scope:missing' } } })
    const other = fixture.service.as(fixture.service.workspace(), { scopes: ['raw'] })
    await expect(api().raw.query({ id }, other)).rejects.toMatchObject({
      data: { fault: { code: 'message:not_found' } },
    })
  })

  it('is erased with the person', async () => {
    const id = await receive({ type: 'order', order: { text: 'to my own address' } })
    await requestErasure(fixture.service, 'messaging', { workspace: connected.workspace, phones: [phone] })
    expect(await api().raw.query({ id }, withRaw())).toEqual({ id, providerId: null, raw: null })
  })
})
