import { createLog } from '@posthorn/chassis'
import { type SendOutcome, simulatorControl } from '@posthorn/provider'
import { until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { useMessaging } from '../../messaging.fixture.ts'
import { createSilences } from './outages.ts'

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
      const sent = await Promise.all(Array.from({ length: 6 }, send))
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

const number = 'num_1'
const sent: SendOutcome = { outcome: 'sent', providerId: 'wamid', recipient: [] }
const error = { code: null, title: 'lost', errorCode: 'message:outcome_unknown', retryable: false } as const
const lost: SendOutcome = { outcome: 'unknown', error }

/** Silences on a clock that moves only with `after`. `knownMs` is the latency of earlier calls. */
function start({ knownMs }: { knownMs?: number } = {}) {
  let nowMs = 0
  const silences = createSilences(createLog('test', 'silent'), () => nowMs)
  const after = (ms: number) => void (nowMs += ms)
  const call = () => silences.begin(number)
  const mayCall = () => silences.mayCall(number)
  const fallSilent = () => {
    expect(mayCall()).toBe('wait')
    after(1_000)
    expect(mayCall()).toBe('no')
  }
  for (let i = 0; knownMs !== undefined && i < 50; i++) {
    const end = call()
    after(knownMs)
    end(sent)
  }
  return { silences, after, call, mayCall, fallSilent }
}

it.each([
  ['an unknown', undefined, 1_000],
  ['a low', 20, 220],
  ['a high', 2_000, 2_200],
])('a number with %s latency is silent when a call has been open longer than that', (_, knownMs, waitMs) => {
  const { silences, after, call, mayCall, fallSilent } = start(knownMs === undefined ? {} : { knownMs })
  call()
  after(waitMs)
  expect(mayCall()).toBe('yes')
  expect(silences.isSilent(number)).toBe(false)
  after(100)
  fallSilent()
  expect(silences.isSilent(number)).toBe(true)
})

it('a provider that is slow but responds is not silent', () => {
  const { after, call, mayCall } = start({ knownMs: 900 })
  const open: ReturnType<typeof call>[] = []
  for (let i = 0; i < 100; i++) {
    expect(mayCall()).toBe('yes')
    open.push(call())
    after(50)
    if (open.length > 20) open.shift()?.(sent)
  }
})

it('a call that took long because the process was paused does not delay the next silence', () => {
  const { after, call, mayCall, fallSilent } = start({ knownMs: 20 })
  const end = call()
  after(5_000)
  end(sent)
  call()
  after(700)
  fallSilent()
  expect(mayCall()).toBe('no')
})

it('a provider that becomes slow is known to be slow after ten responses', () => {
  const { after, call, mayCall } = start({ knownMs: 20 })
  for (let i = 0; i < 10; i++) {
    const end = call()
    after(3_000)
    end(sent)
  }
  call()
  after(3_000)
  expect(mayCall()).toBe('yes')
})

it('one lost call among others that are answered is no silence', () => {
  const { after, call, mayCall } = start({ knownMs: 20 })
  call()
  for (let i = 0; i < 20; i++) {
    const end = call()
    after(20)
    end(sent)
    after(500)
    expect(mayCall()).toBe('yes')
  }
})

it('a response ends a silence, and counts once as the end', () => {
  const { silences, after, call, mayCall, fallSilent } = start({ knownMs: 20 })
  const [end] = [call(), call()]
  after(500)
  fallSilent()
  expect(silences.takeEnd(number)).toBe(false)
  end(sent)
  expect(mayCall()).toBe('yes')
  expect([silences.isSilent(number), silences.takeEnd(number), silences.takeEnd(number)]).toEqual([false, true, false])
})

it('a silence does not end when its calls do, without a response', () => {
  const { silences, after, call, fallSilent } = start({ knownMs: 20 })
  const ends = [call(), call()]
  after(500)
  fallSilent()
  for (const end of ends) end(lost)
  expect([silences.isSilent(number), silences.takeEnd(number)]).toEqual([true, false])
  call()(sent)
  expect([silences.isSilent(number), silences.takeEnd(number)]).toEqual([false, true])
})
