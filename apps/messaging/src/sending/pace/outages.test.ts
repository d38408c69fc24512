import { simulatorControl } from '@posthorn/provider'
import { until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { useMessaging } from '../../messaging.fixture.ts'

const { fixture } = useMessaging()
let lastPhone = 15_559_600_000
const freshPhone = () => `+${(lastPhone += 1)}`

async function open() {
  const connected = await fixture.connectNumber()
  const { messages, queues } = fixture.service.clients.messaging
  const caller = fixture.service.as(connected.workspace)
  const queue = () => queues.get.query({ id: connected.number }, caller)
  const blocked = async () => (await queue()).blocked?.reason ?? null
  return { connected, messages, caller, queue, blocked, control: simulatorControl({ baseUrl: fixture.simulator.url }) }
}

const outages = ['error', 'cut'] as const

describe('an outage of the provider', () => {
  it.each(outages)(
    'of kind "%s" is tried with single calls, shown, and over with the first that succeeds',
    async (kind) => {
      const { caller, connected, messages, control, queue, blocked } = await open()
      await control.simulate(connected.phoneNumberId, { outage: { kind, seconds: 600 } })
      const send = async () => (await messages.send.mutate({ phone: freshPhone(), message: 'x' }, caller)).id
      const sent = await Promise.all(Array.from({ length: 60 }, send))
      await until(async () => (await blocked()) === 'provider_outage')
      expect(await queue()).toMatchObject({ etaMs: null })

      const later = await Promise.all(Array.from({ length: 40 }, send))
      await until(
        async () =>
          (await messages.get.query({ id: later.at(-1) ?? '' }, caller)).waiting?.reason === 'provider_outage',
      )
      const callsBefore = (await fixture.calls(connected)).length
      await until(async () => (await fixture.calls(connected)).length >= callsBefore + 2)
      // Without the pause, all of the later messages would have been sent by now.
      expect((await fixture.calls(connected)).length).toBeLessThan(callsBefore + later.length / 2)

      await control.simulate(connected.phoneNumberId, { outage: { kind, seconds: 0 } })
      // An interrupted call may have been accepted, so it waits for a status.
      const isOver = (status: string) => status === 'sent' || (kind === 'cut' && status === 'sending')
      await until(
        async () => {
          const found = await Promise.all([...sent, ...later].map((id) => messages.get.query({ id }, caller)))
          return found.every(({ status }) => isOver(status)) && found.some(({ status }) => status === 'sent')
        },
        { timeoutMs: 60_000, describe: 'what waited to be sent' },
      )
      expect(await queue()).toMatchObject({ blocked: null })
    },
  )

  it('that hangs is noticed long before its calls time out, and is probed without risking another message', async () => {
    const { caller, connected, messages, control, queue, blocked } = await open()
    const send = async () => (await messages.send.mutate({ phone: freshPhone(), message: 'x' }, caller)).id
    const statusOf = async (id: string) => (await messages.get.query({ id }, caller)).status
    const callBegan = async (id: string) =>
      (await messages.trace.query({ id }, caller)).entries.findLast(({ what }) => what === 'attempt')?.at
    const before = await Promise.all(Array.from({ length: 20 }, send))
    await until(async () => (await Promise.all(before.map(statusOf))).every((status) => status === 'sent'))

    await control.simulate(connected.phoneNumberId, { outage: { kind: 'hang', seconds: 600 } })
    const sent: string[] = []
    const isNoticed = async () => {
      sent.push(await send())
      return (await blocked()) === 'provider_outage'
    }
    await until(isNoticed, { timeoutMs: 8_000, describe: 'the silence to be noticed' })
    sent.push(...(await Promise.all(Array.from({ length: 20 }, send))))
    const noticedAt = new Date().toISOString()
    const pauseEnds = new Set<string | null | undefined>()
    const isProbed = async () => pauseEnds.add((await queue()).blocked?.until).size > 3
    await until(isProbed, { timeoutMs: 20_000, describe: 'several probes' })
    await control.simulate(connected.phoneNumberId, { outage: { kind: 'hang', seconds: 0 } })
    const fateOf = async (id: string) => {
      const [status, at] = [await statusOf(id), await callBegan(id)]
      if (status === 'sent') return 'sent'
      return status === 'sending' && at !== undefined && at < noticedAt ? 'called before the notice' : 'waits'
    }
    const fates = new Set<string>()
    const hasNoneWaiting = async () => {
      fates.clear()
      for (const fate of await Promise.all(sent.map(fateOf))) fates.add(fate)
      return !fates.has('waits')
    }
    await until(hasNoneWaiting, { timeoutMs: 30_000, describe: 'every message that was not called before the notice' })
    expect(fates).toEqual(new Set(['sent', 'called before the notice']))
    expect(await queue()).toMatchObject({ blocked: null })
  })

  it('is none where one message fails again and again', async () => {
    const { caller, connected, messages, control, blocked } = await open()
    await control.simulate(connected.phoneNumberId, { outage: { kind: 'error', seconds: 600 } })
    const { id } = await messages.send.mutate({ phone: freshPhone(), message: 'x' }, caller)
    await until(async () => {
      expect(await blocked()).toBeNull()
      return (await messages.trace.query({ id }, caller)).entries.filter(({ what }) => what === 'attempt').length >= 3
    })
  })

  it('is none where others succeed between', async () => {
    const { caller, connected, messages, control, blocked } = await open()
    await control.simulate(connected.phoneNumberId, { outage: { kind: 'error', seconds: 600, share: 0.25 } })
    for (let i = 0; i < 40; i++) await messages.send.mutate({ phone: freshPhone(), message: 'x' }, caller)
    await until(async () => {
      expect(await blocked()).toBeNull()
      return (await fixture.calls(connected)).length >= 40
    })
  })
})
