import { simulatorControl } from '@posthorn/provider'
import { until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { statusEvent, useMessaging } from '../messaging.fixture.ts'

const { fixture } = useMessaging()

const api = () => fixture.service.clients.messaging
let lastPhone = 15_553_700_000

/** A message whose calls before its last retry were taken and then failed. That retry is waiting, in its call or taken. */
async function retried(state: 'queued' | 'sending' | 'sent', retries = 1) {
  const connected = await fixture.connectNumber()
  const as = fixture.service.as(connected.workspace)
  const { id } = await api().messages.send.mutate({ phone: `+${(lastPhone += 1)}`, message: 'x' }, as)
  const get = () => api().messages.get.query({ id }, as)
  const stateIs = (status: string) => until(async () => (await get()).status === status && get())
  // A call that was claimed too late for its turn is not made, but its attempt has a number.
  const lastCall = async () => {
    const { providerId } = await stateIs('sent')
    const callbackTag = (await fixture.acceptedCalls(connected)).at(-1)?.callbackTag as string
    return async (status: 'sent' | 'failed' | 'read', { isTagged }: { isTagged: boolean }) => {
      const event = statusEvent(connected, { providerId: providerId ?? '', status, ...(isTagged && { callbackTag }) })
      const error = { code: 131026, title: 'Undeliverable', errorCode: 'phone:undeliverable', retryable: false }
      await fixture.service.apply({ ...event, data: { ...event.data, ...(status === 'failed' && { error }) } })
    }
  }
  const report = await lastCall()
  await report('failed', { isTagged: true })
  for (let call = 2; call <= retries; call++) {
    await stateIs('failed')
    await api().messages.retry.mutate({ id }, as)
    await (await lastCall())('failed', { isTagged: true })
  }
  await stateIs('failed')
  if (state === 'queued') await api().queues.pause.mutate({ id: connected.number }, as)
  const control = simulatorControl({ baseUrl: fixture.simulator.url })
  if (state === 'sending') await control.simulate(connected.phoneNumberId, { outage: { kind: 'hang', seconds: 60 } })
  await api().messages.retry.mutate({ id }, as)
  await stateIs(state)
  const jobs = async () => (await fixture.service.rows('select 1 from send_job where message_id = $1', [id])).length
  return { get, report, jobs, connected, id }
}

const cases = (['queued', 'sending', 'sent'] as const).flatMap((state) =>
  (['sent', 'failed'] as const).flatMap((status) =>
    [true, false].flatMap((isTagged) => [1, 2].map((retries) => ({ state, status, isTagged, retries }))),
  ),
)

describe('a status of an earlier call', () => {
  it.each(cases)('changes nothing once retry $retries is $state: $status, tagged $isTagged', async (each) => {
    const message = await retried(each.state, each.retries)
    const [before, jobs] = [await message.get(), await message.jobs()]
    await message.report(each.status, each)
    expect(await message.get()).toMatchObject({ status: each.state, statusAt: before.statusAt, error: null })
    expect(await message.jobs()).toBe(jobs)
  })

  it.each(['queued', 'sending', 'sent'] as const)(
    'proves, where the person read it, that a retry is done that is %s',
    async (state) => {
      const message = await retried(state)
      await message.report('read', { isTagged: true })
      expect(await message.get()).toMatchObject({ status: 'read', error: null })
      expect(await message.jobs()).toBe(0)
    },
  )

  it('that failed leaves a message whose later call has an unknown outcome', async () => {
    const message = await retried('sending')
    await fixture.service.rows(
      `update send_job set status = 'unknown', lease_token = null, lease_until = now() where message_id = $1`,
      [message.id],
    )
    await until(async () => (await message.get()).error?.errorCode === 'message:outcome_unknown')
    await message.report('failed', { isTagged: true })
    expect((await message.get()).error?.errorCode).toBe('message:outcome_unknown')
  })
})
