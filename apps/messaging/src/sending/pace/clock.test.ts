import { idFloor } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { useMessaging } from '../../messaging.fixture.ts'

const { fixture } = useMessaging()
const phone = '+15559700001'
const later = `now() + interval '1 hour'`
const notice = () => fixture.service.bus.nudge('messaging', 'clock')

describe('the clock of Postgres that goes back an hour, as in a failover to a server with a slow clock', () => {
  it.each([
    ['sent for a moment ago', `tokens = -7, tokens_at = ${later}, last_served_at = ${later}`],
    ['served by a process that died', `served_by = 'died', last_served_at = ${later}`],
  ])('stops no number that was %s', async (_, change) => {
    const connected = await fixture.connectNumber()
    await fixture.service.rows(`update number_queue set ${change} where number_id = $1`, [connected.number])
    const as = fixture.service.as(connected.workspace)
    const { id } = await fixture.service.clients.messaging.messages.send.mutate({ phone, message: 'x' }, as)
    const status = async () => (await fixture.service.clients.messaging.messages.get.query({ id }, as)).status
    await until(async () => (await status()) === 'sent')
  })

  it.each(['outage', 'refused', 'failed', 'throttled'])('ends the pause of a number for %s', async (reason) => {
    const { number } = await fixture.connectNumber()
    const { rows } = fixture.service
    await rows(
      `update number_queue set blocked_until = now() + interval '2 hours', blocked_for = $2 where number_id = $1`,
      [number, reason],
    )
    notice()
    const open = 'select 1 from number_queue where number_id = $1 and blocked_until <= now()'
    await until(async () => (await rows(open, [number])).length === 1)
  })

  it.each([
    ['whose call is tried again', `waits_for = 'retry', run_at = now() + interval '2 hours'`],
    ['that the pair limit delays', `waits_for = 'pair_limit', run_at = ${later}`],
    ['that a process claimed and lost', `status = 'calling', lease_until = ${later}`],
    ['of unknown outcome', `status = 'unknown', lease_until = ${later}`],
  ])('delays no message %s', async (_, change) => {
    const connected = await fixture.connectNumber()
    const { rows, clients, as } = fixture.service
    const caller = as(connected.workspace)
    await clients.messaging.queues.pause.mutate({ id: connected.number }, caller)
    const { id } = await clients.messaging.messages.send.mutate({ phone, message: 'x' }, caller)
    await rows(`update send_job set ${change} where message_id = $1`, [id])
    notice()
    const soon = `select 1 from send_job where message_id = $1 and coalesce(lease_until, run_at) < now() + interval '15 minutes'`
    await until(async () => (await rows(soon, [id])).length === 1)
  })

  it.each([
    ['', 'null'],
    [' and shows typing first', `'typing'`],
  ])(
    'delays no message that was accepted or requeued a moment ago%s, and leaves scheduled ones',
    async (_, waitsFor) => {
      const connected = await fixture.connectNumber()
      const { rows, clients, as } = fixture.service
      const caller = as(connected.workspace)
      const { messages } = clients.messaging
      await clients.messaging.queues.pause.mutate({ id: connected.number }, caller)
      const { id } = await messages.send.mutate({ phone, message: 'x' }, caller)
      const deliverAt = new Date(Date.now() + 7_200_000).toISOString()
      const scheduled = await messages.send.mutate({ phone, message: 'x', deliverAt }, caller)
      // Its id is of the moment when it was accepted, too.
      const accepted = `${idFloor('msg', Date.now() + 3_600_000).slice(0, -8)}${id.slice(-8)}`
      await rows('update message set id = $2 where id = $1', [id, accepted])
      // Retried, or its schedule was removed: its id is older.
      const requeued = await messages.send.mutate({ phone, message: 'x', deliverAt }, caller)
      await messages.update.mutate({ id: requeued.id, deliverAt: null }, caller)
      await rows(
        `update send_job set message_id = case message_id when $1 then $2 else message_id end, run_at = ${later}, due_at = ${later},
         waits_for = ${waitsFor} where message_id in ($1, $3)`,
        [id, accepted, requeued.id],
      )
      notice()
      const reason = async (of: string) => (await messages.get.query({ id: of }, caller)).waiting?.reason
      await until(async () => (await reason(accepted)) === 'number_paused')
      await until(async () => (await reason(requeued.id)) === 'number_paused')
      expect(await reason(scheduled.id)).toBe('schedule')
    },
  )

  it('opens the gate of a recipient who got a message a moment ago', async () => {
    const { number } = await fixture.connectNumber()
    const gates = () => fixture.service.rows('select 1 from pair_gate where number_id = $1', [number])
    await fixture.service.rows(`insert into pair_gate values ($1, $2, now() + interval '5 minutes')`, [number, phone])
    await fixture.service.rows(`insert into pair_gate values ($1, '+15559700002', ${later})`, [number])
    notice()
    await until(async () => (await gates()).length === 1)
    expect(await fixture.service.rows('select recipient from pair_gate where number_id = $1', [number])).toEqual([
      { recipient: phone },
    ])
  })
})
