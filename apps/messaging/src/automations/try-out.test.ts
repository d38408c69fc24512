import { expect, it } from 'vitest'
import { useMessaging } from '../messaging.fixture.ts'
import { openAutomatedDesk } from './desk.fixture.ts'

const { fixture } = useMessaging()

it('says what an automation would do for the last messages, and changes and sends nothing', async () => {
  const desk = await openAutomatedDesk(fixture)
  const [ada, ben] = [await desk.addMember('Ada'), await desk.addMember('Ben')]
  const department = await desk.addDepartment([ada, ben])
  const label = await desk.api.labels.create.mutate({ name: 'New', color: '#2f80ed' }, desk.caller)
  const phones = ['+15559430001', '+15559430002', '+15559430003'] as const
  await desk.write('+15559430000')
  for (const phone of phones) await desk.write(phone, { text: `Order from ${phone}` })
  await desk.write(phones[0], { text: 'order again' })
  await desk.write(phones[1], { text: 'something else' })
  const rule = await desk.automate({
    enabled: false,
    trigger: 'message_received',
    conditions: { words: ['order'] },
    actions: { assign: { department, capacity: 1 }, labels: [label.id], reply: { message: 'Thanks', pauseHours: 1 } },
  })
  const before = await fixture.service.rows('select id, version from chat where workspace_id = $1 order by id', [
    desk.workspace,
  ])
  const tried = await desk.api.automations.tryOut.mutate({ id: rule.id, last: 5 }, desk.caller)
  expect(
    tried.map(({ text, unmet, assignee, labels, actions }) => ({
      text,
      unmet,
      assignee: assignee?.id,
      labels: labels.map(({ id }) => id),
      reasons: actions.map(({ reason }) => reason),
    })),
  ).toEqual([
    { text: 'something else', unmet: ['words'], assignee: undefined, labels: [], reasons: [] },
    { text: 'order again', unmet: [], assignee: undefined, labels: [], reasons: ['assigned', 'labeled', 'repeated'] },
    {
      text: `Order from ${phones[2]}`,
      unmet: [],
      assignee: undefined,
      labels: [label.id],
      reasons: ['no_capacity', null, null],
    },
    { text: `Order from ${phones[1]}`, unmet: [], assignee: ben.id, labels: [label.id], reasons: [null, null, null] },
    { text: `Order from ${phones[0]}`, unmet: [], assignee: ada.id, labels: [label.id], reasons: [null, null, null] },
  ])
  const after = await fixture.service.rows('select id, version from chat where workspace_id = $1 order by id', [
    desk.workspace,
  ])
  expect(after).toEqual(before)
  expect(await desk.runsOf(rule.id)).toEqual([])
  expect((await desk.api.messages.list.query({ direction: 'out' }, desk.caller)).items).toEqual([])
})

it('finds the messages that began a conversation, and the chats that were resolved', async () => {
  const desk = await openAutomatedDesk(fixture)
  const phone = '+15559430011'
  const chat = await desk.write(phone, { text: 'first' })
  await desk.write(phone, { text: 'second' })
  await desk.api.chats.update.mutate({ id: chat.id, status: 'resolved' }, desk.caller)
  await desk.write(phone, { text: 'again' })
  const reply = { message: 'Hello' }
  const welcome = await desk.automate({ enabled: false, trigger: 'conversation_started', actions: { reply } })
  const tried = await desk.api.automations.tryOut.mutate({ id: welcome.id }, desk.caller)
  expect(tried.map(({ text, unmet }) => [text, ...unmet])).toEqual([['again'], ['second', 'trigger'], ['first']])
  const bye = await desk.automate({ enabled: false, trigger: 'chat_resolved', actions: { reply } })
  expect(await desk.api.automations.tryOut.mutate({ id: bye.id }, desk.caller)).toMatchObject([
    { chat: chat.id, message: null, text: null, unmet: [], actions: [{ action: 'reply', status: 'done' }] },
  ])
})
