import { until } from '@posthorn/testkit'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useMessaging } from '../../messaging.fixture.ts'

const { fixture } = useMessaging()
const minutes = (count: number) => count * 60_000
const clockAt = (atMs: number) => new Date(atMs).toISOString().slice(11, 16)
afterEach(() => void vi.useRealTimers())

describe('with a clock of this machine that is wrong', () => {
  it('quiet hours begin by the clock of the database', async () => {
    const now = Date.now()
    const quietHours = { from: clockAt(now - minutes(60)), to: clockAt(now + minutes(60)), timeZone: 'UTC' }
    const connected = await fixture.connectNumber({ quietHours })
    const caller = fixture.service.as(connected.workspace)
    const { messages } = fixture.service.clients.messaging
    vi.useFakeTimers({ toFake: ['Date'], now: now - minutes(120) })
    const { id } = await messages.send.mutate({ phone: '+15557000021', message: 'x' }, caller)
    const status = async () => {
      const message = await messages.get.query({ id }, caller)
      return message.status === 'queued' ? (message.waiting?.reason ?? 'queued') : message.status
    }
    await until(async () => !['queued', 'sending'].includes(await status()))
    expect(await status()).toBe('quiet_hours')
  })

  it('a typing indicator is shown for as long as was asked', async () => {
    const connected = await fixture.connectNumber()
    const caller = fixture.service.as(connected.workspace)
    const { messages } = fixture.service.clients.messaging
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - minutes(10) })
    const { id } = await messages.send.mutate({ phone: '+15557000022', message: 'x', typing: 20 }, caller)
    const [job] = await fixture.service.rows<{ seconds: number }>(
      'select extract(epoch from run_at - clock_timestamp())::float8 as seconds from send_job where message_id = $1',
      [id],
    )
    expect(job?.seconds).toBeGreaterThan(10)
    expect(job?.seconds).toBeLessThanOrEqual(20)
  })
})
