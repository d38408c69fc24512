import { newId } from '@posthorn/contracts'
import { incomingMessage, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { useMessaging } from '../messaging.fixture.ts'
import { openAutomatedDesk } from './desk.fixture.ts'

const { fixture } = useMessaging()

let lastPhone = 15559410000
const newPhone = () => `+${++lastPhone}`

type Desk = Awaited<ReturnType<typeof openAutomatedDesk>>

/** Runs the test in its own workspace, so that its automations affect no other test. */
const alone = (test: (own: Desk) => Promise<void>) => async () => test(await openAutomatedDesk(fixture))

describe('a run', () => {
  it(
    'is shown in the history of its chat and announced, with the name that the automation had',
    alone(async (own) => {
      const ada = await own.addMember('Ada')
      const rule = await own.automate({
        name: 'Welcome',
        trigger: 'conversation_started',
        actions: { assign: { member: ada.id }, reply: { message: 'Hello, how can we help?' } },
      })
      const chat = await own.write(newPhone())
      await own.api.automations.update.mutate({ id: rule.id, name: 'Greeting' }, own.caller)
      const [run] = await own.runsOf(rule.id)
      const { items } = await own.api.chats.timeline.query({ id: chat.id }, own.caller)
      const by = { type: 'automation', id: rule.id, name: 'Welcome' }
      expect(items.find(({ change }) => change === 'automated')).toMatchObject({ by, run })
      expect(items.find(({ message }) => message?.direction === 'out')?.message).toMatchObject({ id: run?.reply, by })
      expect(run).toMatchObject({
        name: 'Welcome',
        chat: chat.id,
        assignee: { id: ada.id },
        actions: [
          { action: 'assign', status: 'done' },
          { action: 'reply', status: 'done' },
        ],
      })
      const announced = fixture.service.bus.published.filter(
        ({ event, aggregate }) => event === 'chat:updated' && aggregate.id === chat.id,
      )
      const runs = announced.map(({ data }) => data as { change: string; run: unknown }).filter((each) => each.run)
      expect(runs).toMatchObject([{ change: 'automated', run }])
    }),
  )

  it(
    'stays listed once its automation is deleted',
    alone(async (own) => {
      const rule = await own.automate({ trigger: 'message_received', actions: { reply: { message: 'Got it.' } } })
      const { id: chat } = await own.write(newPhone())
      await own.api.automations.remove.mutate({ id: rule.id }, own.caller)
      expect(await own.runsOf(rule.id)).toMatchObject([{ chat, name: rule.name, status: 'done' }])
    }),
  )

  it(
    'happens once for a message that the provider and the bus repeat',
    alone(async (own) => {
      const rule = await own.automate({ trigger: 'message_received', actions: { reply: { message: 'Got it.' } } })
      const phone = newPhone()
      const from = { phone, contact: own.contactOf(phone) }
      const said = { number: own.connected.number, text: 'Hello', providerId: `wamid.${newId('msg')}` } as never
      const event = incomingMessage(own.workspace, from, said)
      for (const each of [event, event, incomingMessage(own.workspace, from, said)])
        await fixture.service.bus.publish(each)
      await own.write(newPhone())
      const chat = await own.chatOf(phone)
      expect(await own.sentIn(chat?.id as string)).toHaveLength(1)
      expect((await own.runsOf(rule.id)).filter((run) => run.chat === chat?.id)).toHaveLength(1)
    }),
  )

  it(
    'that fails at every attempt delays no other automation and no message, and says so in the history',
    alone(async (own) => {
      const broken = await own.automate({
        trigger: 'conversation_started',
        actions: { labels: [(await own.api.labels.create.mutate({ name: 'A', color: '#2f80ed' }, own.caller)).id] },
      })
      await fixture.service.rows(
        `update automation set actions = '{"reply": {"message": {}}}' where id = $1 returning 1`,
        [broken.id],
      )
      const sound = await own.automate({ trigger: 'conversation_started', actions: { reply: { message: 'Hello' } } })
      const phone = newPhone()
      const { bus } = fixture.service
      await bus.publish(
        incomingMessage(
          own.workspace,
          { phone, contact: own.contactOf(phone) },
          { number: own.connected.number as never },
        ),
      )
      const [done] = await until(async () => {
        const runs = await own.runsOf(sound.id)
        return runs.length === 1 && runs
      })
      expect(await own.runsOf(broken.id)).toEqual([])
      await own.settled()
      const [failed] = await own.runsOf(broken.id)
      expect(failed).toMatchObject({
        status: 'failed',
        actions: [{ action: 'reply', status: 'failed', reason: 'error' }],
      })
      expect(Date.parse(failed?.createdAt as string)).toBeGreaterThan(Date.parse(done?.createdAt as string))
      const { items } = await own.api.chats.timeline.query({ id: failed?.chat as string }, own.caller)
      expect(items.filter(({ run }) => run?.status === 'failed')).toMatchObject([
        { change: 'automated', run: { name: broken.name } },
      ])
    }),
  )

  it(
    'that cannot be recorded as failed either waits behind others, and happens once it can',
    alone(async (own) => {
      const { rows, bus } = fixture.service
      const rule = await own.automate({ trigger: 'message_received', actions: { reply: { message: 'Got it.' } } })
      await rows(`alter table automation_run add constraint refused check (automation_id <> '${rule.id}')`)
      const from = { phone: newPhone(), contact: newId('con') }
      await bus.publish(incomingMessage(own.workspace, from, { number: own.connected.number as never }))
      const tried = 'select 1 from automation_job where workspace_id = $1 and attempts >= 4'
      await until(async () => (await rows(tried, [own.workspace])).length === 1)
      await rows('alter table automation_run drop constraint refused')
      await own.settled()
      expect(await own.runsOf(rule.id)).toMatchObject([{ status: 'done' }])
    }),
  )

  it(
    'that cannot label a chat, which has too many labels, still replies',
    alone(async (own) => {
      const label = await own.api.labels.create.mutate({ name: 'A', color: '#2f80ed' }, own.caller)
      const phone = newPhone()
      const { id } = await own.write(phone)
      const labels = Array.from({ length: 50 }, (_, i) => ({ id: newId('lbl'), name: `L ${i}`, color: '#2f80ed' }))
      await fixture.service.rows('update chat set label_ids = $2, labels = $3::jsonb where id = $1 returning 1', [
        id,
        labels.map((each) => each.id),
        JSON.stringify(labels),
      ])
      const actions = { labels: [label.id], reply: { message: 'Got it.' } }
      const rule = await own.automate({ trigger: 'message_received', actions })
      await own.write(phone)
      expect((await own.runsOf(rule.id)).map((run) => run.actions)).toMatchObject([
        [
          { action: 'label', status: 'failed', reason: 'refused', errorCode: 'chat:too_many_labels' },
          { action: 'reply', status: 'done' },
        ],
      ])
    }),
  )

  it(
    'acts for no blocked customer, no group and no message of the business',
    alone(async (desk) => {
      const rule = await desk.automate({ trigger: 'message_received', actions: { reply: { message: 'Hi' } } })
      const { bus, rows } = fixture.service
      const written = { number: desk.connected.number as never, groupId: '120363000000000000@g.us' }
      await bus.publish(incomingMessage(desk.workspace, { phone: newPhone(), contact: newId('con') }, written))
      const blocked = newPhone()
      await rows(
        'insert into blocked_recipient (workspace_id, recipient, contact_id) values ($1, $2, $3) returning 1',
        [desk.workspace, blocked, desk.contactOf(blocked)],
      )
      await desk.write(blocked)
      const phone = newPhone()
      await desk.write(phone)
      await desk.api.messages.send.mutate({ phone, message: 'From the team' }, desk.caller)
      await desk.settled()
      expect((await desk.runsOf(rule.id)).map(({ chat }) => chat)).toEqual([(await desk.chatOf(phone))?.id])
    }),
  )
})
