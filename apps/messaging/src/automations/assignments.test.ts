import { busEvent, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { useMessaging } from '../messaging.fixture.ts'
import { openAutomatedDesk } from './desk.fixture.ts'

const { fixture } = useMessaging()

let lastPhone = 15559400000
const newPhone = () => `+${++lastPhone}`

type Desk = Awaited<ReturnType<typeof openAutomatedDesk>>

/** Runs the test in its own workspace, so that its automations affect no other test. */
const alone = (test: (own: Desk) => Promise<void>) => async () => test(await openAutomatedDesk(fixture))

describe('an automation that assigns', () => {
  it(
    'gives new chats to the members of a department in turn, each up to their capacity of open chats',
    alone(async (own) => {
      const [ada, ben] = [await own.addMember('Ada'), await own.addMember('Ben')]
      const department = await own.addDepartment([ada, ben])
      const rule = await own.automate({
        trigger: 'conversation_started',
        actions: { assign: { department, capacity: 2 } },
      })
      const chats = []
      for (let i = 0; i < 5; i++) chats.push(await own.write(newPhone()))
      expect(chats.map(({ assignee }) => assignee?.id)).toEqual([ada.id, ben.id, ada.id, ben.id, undefined])
      expect((await own.runsOf(rule.id)).map(({ status, actions }) => [status, actions[0]?.reason])).toEqual([
        ['skipped', 'no_capacity'],
        ...Array(4).fill(['done', null]),
      ])
      await own.api.chats.update.mutate({ id: chats[1]?.id as string, status: 'resolved' }, own.caller)
      expect((await own.write(newPhone())).assignee?.id).toBe(ben.id)
    }),
  )

  it(
    'leaves out members who were disabled, removed or taken out of the department, and says what is missing',
    alone(async (own) => {
      const [ada, ben, cem] = [await own.addMember('Ada'), await own.addMember('Ben'), await own.addMember('Cem')]
      const department = await own.addDepartment([ada, ben])
      const rule = await own.automate({ trigger: 'conversation_started', actions: { assign: { department } } })
      const aggregate = { id: ada.id, version: 2 }
      const disabled = { ...ada, role: 'agent', disabled: true }
      const { bus, rows } = fixture.service
      await bus.publish(
        busEvent({ event: 'member:updated', workspace: own.workspace, data: disabled as never, aggregate }),
      )
      await until(async () => (await rows('select 1 from member where id = $1 and disabled', [ada.id])).length === 1)
      expect((await own.write(newPhone())).assignee?.id).toBe(ben.id)
      expect((await own.write(newPhone())).assignee?.id).toBe(ben.id)
      await own.addDepartment([cem], 2, department)
      expect((await own.write(newPhone())).assignee?.id).toBe(cem.id)
      const gone = { id: department, version: 3 }
      await bus.publish(
        busEvent({ event: 'department:removed', workspace: own.workspace, data: { id: department }, aggregate: gone }),
      )
      await until(
        async () => (await rows('select 1 from department where id = $1 and removed', [department])).length === 1,
      )
      expect((await own.write(newPhone())).assignee).toBeNull()
      expect((await own.runsOf(rule.id))[0]?.actions).toEqual([
        { action: 'assign', status: 'skipped', reason: 'department_missing', errorCode: null },
      ])
    }),
  )

  it(
    'leaves a chat unassigned when the named member was disabled',
    alone(async (own) => {
      const ada = await own.addMember('Ada')
      const rule = await own.automate({ trigger: 'conversation_started', actions: { assign: { member: ada.id } } })
      const { bus, rows } = fixture.service
      const data = { ...ada, role: 'agent', disabled: true } as never
      const aggregate = { id: ada.id, version: 2 }
      await bus.publish(busEvent({ event: 'member:updated', workspace: own.workspace, data, aggregate }))
      await until(async () => (await rows('select 1 from member where id = $1 and disabled', [ada.id])).length === 1)
      expect((await own.write(newPhone())).assignee).toBeNull()
      expect((await own.runsOf(rule.id))[0]?.actions).toEqual([
        { action: 'assign', status: 'skipped', reason: 'member_missing', errorCode: null },
      ])
    }),
  )

  it(
    'takes no chat from the one who has it, and tells the new assignee',
    alone(async (own) => {
      const [ada, ben] = [await own.addMember('Ada'), await own.addMember('Ben')]
      const rule = await own.automate({ trigger: 'message_received', actions: { assign: { member: ada.id } } })
      const chat = await own.write(newPhone())
      expect(chat.assignee?.id).toBe(ada.id)
      const asked = { member: ada.id, kind: ['assigned' as const] }
      const [told] = await until(async () => {
        const { items } = await own.api.notifications.list.query(asked, own.caller)
        return items.length === 1 && items
      })
      expect(told).toMatchObject({ chat: chat.id, by: { type: 'automation', id: rule.id, name: rule.name } })
      await own.api.chats.assign.mutate({ id: chat.id, member: ben.id }, own.caller)
      expect((await own.write(chat.phone as string)).assignee?.id).toBe(ben.id)
      expect(await own.runsOf(rule.id)).toHaveLength(1)
    }),
  )
})

describe('an automation that labels', () => {
  it(
    'adds its labels once when words of the text match, and skips those that are gone',
    alone(async (own) => {
      const label = await own.api.labels.create.mutate({ name: 'Refund', color: '#2f80ed' }, own.caller)
      const rule = await own.automate({
        trigger: 'message_received',
        conditions: { words: ['refund', 'money back'] },
        actions: { labels: ['refund'] },
      })
      expect(rule.actions.labels).toEqual([label.id])
      const phone = newPhone()
      expect((await own.write(phone, { text: 'Hello refunding' })).labels).toEqual([])
      expect((await own.write(phone, { text: 'I want my MONEY back!' })).labels.map(({ id }) => id)).toEqual([label.id])
      await own.write(phone, { text: 'refund' })
      const [run, ...others] = await own.runsOf(rule.id)
      expect(others).toEqual([])
      expect(run).toMatchObject({ status: 'done', labels: [{ id: label.id, name: 'Refund' }], reply: null })
      await own.api.labels.remove.mutate({ id: label.id }, own.caller)
      await own.write(newPhone(), { text: 'refund' })
      expect((await own.runsOf(rule.id))[0]?.actions[0]).toMatchObject({ status: 'skipped', reason: 'label_missing' })
    }),
  )

  it(
    'runs when someone resolves a chat, by the conditions on number and label, and not in a disabled automation',
    alone(async (own) => {
      const [vip, done] = await Promise.all(
        ['VIP', 'Done'].map((name) => own.api.labels.create.mutate({ name, color: '#2f80ed' }, own.caller)),
      )
      const trigger = 'chat_resolved' as const
      const conditions = { label: ['VIP'], number: [own.connected.number] as never }
      const rule = await own.automate({ trigger, conditions, actions: { labels: ['Done'] } })
      const off = await own.automate({ trigger, enabled: false, actions: { labels: ['Done'] } })
      const chats = [await own.write(newPhone()), await own.write(newPhone())] as const
      await own.api.labels.add.mutate({ id: chats[0].id, labels: ['VIP'] }, own.caller)
      for (const { id } of chats) await own.api.chats.update.mutate({ id, status: 'resolved' }, own.caller)
      const run = await until(async () => (await own.runsOf(rule.id))[0])
      await own.settled()
      expect(run).toMatchObject({ chat: chats[0].id, message: null, status: 'done' })
      const labels = async (id: string) =>
        (await own.api.chats.get.query({ id }, own.caller)).labels.map((each) => each.id)
      expect([await labels(chats[0].id), await labels(chats[1].id)]).toEqual([[vip?.id, done?.id], []])
      expect([await own.runsOf(rule.id), await own.runsOf(off.id)]).toEqual([[run], []])
    }),
  )
})
