import { exampleContact, newId } from '@posthorn/contracts'
import { busEvent, eraseAgain, requestErasure, textOfRows, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { incomingText } from '../chats/inbox.fixture.ts'
import { useMessaging } from '../messaging.fixture.ts'

const { fixture, connected } = useMessaging()
const service = () => fixture.service
const rows = (text: string, values: unknown[] = []) => fixture.service.rows(text, values)
const caller = () => fixture.service.as(connected.workspace)
const messaging = () => fixture.service.clients.messaging
const chatsOf = async (phone: string) => (await messaging().chats.list.query({ phone }, caller())).items

describe('an erased person', () => {
  it.each([
    ['opt-out', 'opted_out_recipient', 'contact:opted_out'],
    ['block', 'blocked_recipient', 'contact:updated'],
  ] as const)('is forgotten again if an event from before brings the %s back', async (_, table, event) => {
    const [phone, contact] = ['+15557100006', newId('con')]
    const { workspace } = connected
    await requestErasure(service(), 'messaging', { workspace, contact, phones: [phone] })
    const optedOut = { contacts: [{ contact, recipients: [phone], version: 1 }] }
    const blocked = { ...exampleContact, id: contact, blocked: true, identities: [{ type: 'phone', value: phone }] }
    const data = event === 'contact:opted_out' ? optedOut : blocked
    await service().bus.publish(busEvent({ event, workspace, data } as never))
    const stored = () => rows(`select 1 from ${table} where recipient = $1`, [phone])
    await until(async () => (await stored()).length === 1)
    await eraseAgain(service(), 'messaging', workspace)
    expect(await stored()).toEqual([])
  })

  it('is forgotten again if a message or an amendment from before arrives, or an event about them dies', async () => {
    const phone = '+491511234571'
    const { workspace } = connected
    await requestErasure(service(), 'messaging', { workspace, phones: [phone] })
    const late = incomingText(connected, phone, 'my late wish')
    const data = { ...late.data, timestamp: new Date(Date.now() - 60_000).toISOString() }
    await service().bus.publish({ ...late, data })
    await until(async () => (await chatsOf(phone)).length === 1)
    await rows(
      `insert into pending_amendment (workspace_id, number_id, subject_id, id, event, due_at) values ($1, 'n', 's', 'i', $2, 'infinity')`,
      [workspace, JSON.stringify({ data })],
    )
    await rows(
      `insert into dead_event (consumer, event_id, kind, payload, error, deliveries) values ('messaging', $1, 'provider:message', $2, '', 10)`,
      [late.id, JSON.stringify({ ...late, data })],
    )
    await eraseAgain(service(), 'messaging', workspace)
    for (const table of ['chat', 'message', 'pending_amendment', 'dead_event', 'outbox'])
      expect(textOfRows(await rows(`select * from ${table}`)), table).not.toMatch(/491511234571|late wish/)
  })

  it('who has written since keeps labels, links and amendments when the service checks again', async () => {
    const [phone, userId] = ['+491511234572', 'DE.13491208655302741999']
    const { workspace } = connected
    await requestErasure(service(), 'messaging', { workspace, phones: [phone], userIds: [userId] })
    const fresh = incomingText(connected, phone, 'I am new')
    const data = {
      ...fresh.data,
      timestamp: new Date(Date.now() + 3_600_000).toISOString(),
      from: { phone, userId, contact: newId('con') },
    }
    await service().bus.publish({ ...fresh, data })
    const { id } = await until(async () => (await chatsOf(phone))[0])
    await rows(`update chat set created_at = now() - interval '1 day' where id = $1`, [id])
    await messaging().labels.create.mutate({ name: 'Fresh' }, caller())
    await messaging().chats.update.mutate({ id, labels: ['Fresh'] }, caller())
    await rows(
      `insert into pending_amendment (workspace_id, number_id, subject_id, id, event, due_at) values ($1, 'n', 's', 'new', $2, 'infinity')`,
      [workspace, JSON.stringify({ data })],
    )
    await eraseAgain(service(), 'messaging', workspace)
    expect(await messaging().chats.get.query({ id }, caller())).toMatchObject({ phone, labels: [{ name: 'Fresh' }] })
    expect(await rows('select value from person_identifier where person = $1', [phone])).toHaveLength(2)
    expect(await rows(`select 1 from pending_amendment where id = 'new'`)).toHaveLength(1)
  })
})
