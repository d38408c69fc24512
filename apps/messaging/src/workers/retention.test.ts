import { idFloor } from '@posthorn/contracts'
import { incomingMessage, until } from '@posthorn/testkit'
import { expect, it } from 'vitest'
import { openAutomatedDesk } from '../automations/desk.fixture.ts'
import { openChatByText } from '../chats/inbox.fixture.ts'
import { statusEvent, useMessaging } from '../messaging.fixture.ts'
import { changeSettings } from '../settings.fixture.ts'

const { fixture } = useMessaging()
const dayMs = 86_400_000

it('deletes the messages that a workspace keeps no longer, all and only those, with what chats show of them', async () => {
  const at = await fixture.connectNumber()
  const caller = fixture.service.as(at.workspace)
  const { chats, messages } = fixture.service.clients.messaging
  const mine = async () => (await messages.list.query({}, caller)).items.map(({ id }) => id)
  const past = (days: number, place: number) =>
    `${idFloor('msg', Date.now() - days * dayMs).slice(0, -2)}${String(place).padStart(2, '0')}`
  const moved = async (chat: string, id: string) => {
    const [row] = await fixture.service.rows('update message set id = $2 where chat_id = $1 returning id', [chat, id])
    expect(row).toBeDefined()
    const shown = `update chat set last_message = jsonb_set(last_message, '{id}', to_jsonb($2::text)) where id = $1 returning 1`
    await fixture.service.rows(shown, [chat, id])
    return id
  }
  const [old, recent, kept] = [
    await openChatByText(fixture, at, { phone: '+15559320001', text: 'long ago' }),
    await openChatByText(fixture, at, { phone: '+15559320002', text: 'a month ago' }),
    await openChatByText(fixture, at, { phone: '+15559320003', text: 'now' }),
  ]
  await moved(old.id, past(41, 1))
  const young = await moved(recent.id, past(39, 2))
  const scheduled = await messages.send.mutate(
    { phone: '+15559320004', message: 'later', deliverAt: new Date(Date.now() + dayMs).toISOString() },
    caller,
  )
  const other = await fixture.connectNumber()
  const foreign = await openChatByText(fixture, other, { phone: '+15559320001' })
  await moved(foreign.id, past(41, 3))
  await changeSettings(fixture, at.workspace, { retentionDays: 40 })
  await until(async () => (await mine()).length === 3)
  expect(new Set(await mine())).toEqual(new Set([young, kept.lastMessage?.id, scheduled.id]))
  expect(await chats.get.query({ id: old.id }, caller)).toMatchObject({ lastMessage: null })
  expect(await chats.get.query({ id: recent.id }, caller)).toMatchObject({ lastMessage: { id: young } })
  const texts = `select 1 from provider_reference where workspace_id = $1`
  expect(await fixture.service.rows(texts, [at.workspace])).toHaveLength(2)
  const theirs = await messages.list.query({}, fixture.service.as(other.workspace))
  expect(theirs.items).toHaveLength(1)
})

it('deletes with a message the provider ids of its reactions, edits and earlier calls', async () => {
  const at = await fixture.connectNumber()
  const caller = fixture.service.as(at.workspace)
  const { messages } = fixture.service.clients.messaging
  const phone = '+15559320041'
  const customer = (more: object) => incomingMessage(at.workspace, { phone }, { number: at.number, ...more })
  const written = customer({ text: 'written' })
  const { providerId } = written.data
  const about = (type: 'reaction' | 'edit') =>
    customer({ type, content: { type, about: { providerId, emoji: '👍', text: 'edited' } } })
  const early = about('reaction')
  await fixture.service.bus.publish(early)
  await fixture.service.bus.publish(written)
  await fixture.service.bus.publish(about('edit'))
  await until(async () =>
    (await messages.list.query({ phone }, caller)).items.some(({ message }) => message === 'edited'),
  )
  const { id } = await messages.send.mutate({ phone, message: 'x' }, caller)
  const sent = () =>
    until(async () => {
      const message = await messages.get.query({ id }, caller)
      return message.status === 'sent' && message.providerId
    })
  const first = await sent()
  await fixture.service.bus.publish(statusEvent(at, { providerId: first, status: 'failed' }))
  await until(async () => (await messages.get.query({ id }, caller)).status === 'failed')
  await messages.retry.mutate({ id }, caller)
  expect(await sent()).not.toBe(first)
  const references = () =>
    fixture.service.rows('select 1 from provider_reference where workspace_id = $1', [at.workspace])
  expect(await references()).toHaveLength(5)
  const past = idFloor('msg', Date.now() - 41 * dayMs)
  await fixture.service.rows(
    `with moved as (select id, left($2, -1) || row_number() over (order by id) as past from message where workspace_id = $1),
       named as (update provider_reference r set message_id = moved.past from moved where r.message_id = moved.id)
     update message m set id = moved.past from moved where m.id = moved.id`,
    [at.workspace, past],
  )
  await changeSettings(fixture, at.workspace, { retentionDays: 40 })
  await until(async () => (await messages.list.query({}, caller)).items.length === 0)
  expect(await references()).toEqual([])
})

it('a workspace whose messages cannot be deleted delays no other', async () => {
  const [broken, other] = [await fixture.connectNumber(), await fixture.connectNumber()]
  for (const at of [broken, other]) {
    const { id } = await openChatByText(fixture, at, { phone: '+15559320031' })
    const old = idFloor('msg', Date.now() - 41 * dayMs)
    await fixture.service.rows('update message set id = left($2, -1) || $3 where chat_id = $1', [
      id,
      old,
      at === broken ? 1 : 2,
    ])
  }
  await fixture.service.rows(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
     create trigger refuse before delete on message for each row when (old.workspace_id = '${broken.workspace}') execute function refuse()`,
  )
  for (const at of [broken, other]) await changeSettings(fixture, at.workspace, { retentionDays: 40 })
  fixture.service.bus.nudge('messaging', 'retention')
  const left = async ({ workspace }: typeof broken) =>
    (await fixture.service.clients.messaging.messages.list.query({}, fixture.service.as(workspace))).items.length
  await until(async () => (await left(other)) === 0)
  expect(await left(broken)).toBe(1)
})

it('deletes the runs of automations after 90 days from their list, while chats keep them in their history', async () => {
  const desk = await openAutomatedDesk(fixture)
  const rule = await desk.automate({ trigger: 'message_received', actions: { reply: { message: 'Hi' } } })
  const chats = [await desk.write('+15559320011'), await desk.write('+15559320012')] as const
  const aged = `update automation_run set created_at = now() - interval '91 days' where chat_id = $1 returning 1`
  await fixture.service.rows(aged, [chats[0].id])
  fixture.service.bus.nudge('messaging', 'housekeeping')
  await until(async () => (await desk.runsOf(rule.id)).length === 1)
  expect((await desk.runsOf(rule.id)).map(({ chat }) => chat)).toEqual([chats[1].id])
  const { items } = await desk.api.chats.timeline.query({ id: chats[0].id }, desk.caller)
  expect(items.filter(({ run }) => run?.automation === rule.id)).toHaveLength(1)
})
