import { incomingMessage, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { useMessaging } from '../messaging.fixture.ts'
import { changeSettings } from '../settings.fixture.ts'
import { openAutomatedDesk } from './desk.fixture.ts'

const { fixture } = useMessaging()

let lastPhone = 15559420000
const newPhone = () => `+${++lastPhone}`

type Desk = Awaited<ReturnType<typeof openAutomatedDesk>>

/** Runs the test in its own workspace, so that its automations affect no other test. */
const alone = (test: (own: Desk) => Promise<void>) => async () => test(await openAutomatedDesk(fixture))

describe('a reply of an automation', () => {
  it(
    'comes once in its pause, and leaves the chat unread and waiting for an answer',
    alone(async (own) => {
      const rule = await own.automate({
        trigger: 'message_received',
        actions: { reply: { message: 'Soon.', pauseHours: 2 } },
      })
      const phone = newPhone()
      await own.write(phone)
      const chat = await own.write(phone, { text: 'Hello?' })
      expect(chat).toMatchObject({ unreadCount: 2, waitingSince: expect.any(String) as string, status: 'open' })
      expect(await own.sentIn(chat.id)).toMatchObject([{ message: 'Soon.', priority: 'high' }])
      const earlier = `update automation_run set created_at = now() - interval '121 minutes' where automation_id = $1 returning 1`
      await fixture.service.rows(earlier, [rule.id])
      await own.write(phone, { text: 'Still there?' })
      expect(await own.sentIn(chat.id)).toHaveLength(2)
      await own.api.messages.send.mutate({ chat: chat.id, message: 'Here I am' }, own.caller)
      expect(await own.chatOf(phone)).toMatchObject({ unreadCount: 0, waitingSince: null })
    }),
  )

  it(
    'greets with the first message of a customer, who only reacted to a message before',
    alone(async (own) => {
      const rule = await own.automate({ trigger: 'conversation_started', actions: { reply: { message: 'Welcome' } } })
      const phone = newPhone()
      const { id, chat } = await own.api.messages.send.mutate({ phone, message: 'News' }, own.caller)
      const providerId = await until(async () => (await own.api.messages.get.query({ id }, own.caller)).providerId)
      const content = { type: 'reaction' as const, about: { providerId, emoji: '👍' } }
      const reacted = { number: own.connected.number, type: 'reaction', content }
      await fixture.service.apply(incomingMessage(own.workspace, { phone }, reacted))
      const before = await own.api.chats.get.query({ id: chat }, own.caller)
      expect(before).toMatchObject({ lastInboundAt: null, windowClosesAt: expect.any(String) as string })
      await own.write(phone)
      expect(await own.runsOf(rule.id)).toMatchObject([{ chat, status: 'done' }])
    }),
  )

  it(
    'follows the business hours of the workspace at the time of the message',
    alone(async (own) => {
      const now = new Date()
      const day = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
      const another = day[(now.getUTCDay() + 3) % 7] as (typeof day)[number]
      const away = await own.automate({
        trigger: 'message_received',
        conditions: { hours: 'closed' },
        actions: { reply: { message: 'Away' } },
      })
      const here = await own.automate({
        trigger: 'message_received',
        conditions: { hours: 'open' },
        actions: { reply: { message: 'Here' } },
      })
      const said = async () => (await own.sentIn((await own.write(newPhone())).id)).map(({ message }) => message)
      expect(await said()).toEqual(['Here'])
      await changeSettings(fixture, own.workspace, { hours: [{ day: another, from: '09:00', to: '10:00' }] })
      expect(await said()).toEqual(['Away'])
      const every = day.map((each) => ({ day: each, from: '00:00', to: '23:59' }))
      await changeSettings(fixture, own.workspace, { hours: every })
      expect(await said()).toEqual(['Here'])
      expect([await own.runsOf(away.id), await own.runsOf(here.id)].map((runs) => runs.length)).toEqual([1, 2])
    }),
  )

  it(
    'is not sent to a customer who opted out, outside the window, to an old message or when it is refused',
    alone(async (own) => {
      const rule = await own.automate({ trigger: 'message_received', actions: { reply: { message: 'Hi' } } })
      const { rows } = fixture.service
      const reasons = async () => {
        const [run] = await own.runsOf(rule.id)
        return [run?.status, run?.actions[0]?.reason, run?.actions[0]?.errorCode]
      }
      const stop = newPhone()
      await rows(
        'insert into opted_out_recipient (workspace_id, recipient, contact_id, opted_out, version) values ($1, $2, $3, true, 1) returning 1',
        [own.workspace, stop, own.contactOf(stop)],
      )
      await own.write(stop)
      expect(await reasons()).toEqual(['skipped', 'opted_out', null])
      await own.write(newPhone(), { at: new Date(Date.now() - 2 * 3_600_000).toISOString() })
      expect(await reasons()).toEqual(['skipped', 'late', null])
      await own.api.automations.update.mutate({ id: rule.id, trigger: 'chat_resolved' }, own.caller)
      const chat = await own.write(newPhone())
      await rows(`update chat set window_closes_at = now() - interval '1 minute' where id = $1 returning 1`, [chat.id])
      await own.api.chats.update.mutate({ id: chat.id, status: 'resolved' }, own.caller)
      await until(async () => (await own.runsOf(rule.id)).length === 3)
      expect(await reasons()).toEqual(['skipped', 'window_closed', null])
      await own.api.automations.update.mutate({ id: rule.id, trigger: 'message_received' }, own.caller)
      await own.api.queues.update.mutate({ id: own.connected.number as never, refuses: true } as never, own.caller)
      await own.write(newPhone())
      expect(await reasons()).toEqual(['failed', 'refused', 'queue:refusing'])
    }),
  )

  it(
    'starts no automation, also with two that answer each other',
    alone(async (own) => {
      const rules = await Promise.all(
        (['conversation_started', 'message_received'] as const).map((trigger) =>
          own.automate({ trigger, actions: { reply: { message: 'Hello from a rule' } } }),
        ),
      )
      const chat = await own.write(newPhone())
      expect(await own.sentIn(chat.id)).toHaveLength(2)
      const runs = await Promise.all(rules.map(({ id }) => own.runsOf(id)))
      expect(runs.map((each) => each.length)).toEqual([1, 1])
    }),
  )
})
