import { until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { useMessaging } from '../../messaging.fixture.ts'

const { fixture } = useMessaging()
const phone = '+15559700001'
const later = `now() + interval '1 hour'`

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

  it('opens the gate of a recipient who got a message a moment ago', async () => {
    const { number } = await fixture.connectNumber()
    const gates = () => fixture.service.rows('select 1 from pair_gate where number_id = $1', [number])
    await fixture.service.rows(`insert into pair_gate values ($1, $2, now() + interval '5 minutes')`, [number, phone])
    await fixture.service.rows(`insert into pair_gate values ($1, '+15559700002', ${later})`, [number])
    await until(async () => (await gates()).length === 1)
    expect(await fixture.service.rows('select recipient from pair_gate where number_id = $1', [number])).toEqual([
      { recipient: phone },
    ])
  })
})
