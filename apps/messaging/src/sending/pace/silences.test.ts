import { createLog } from '@posthorn/chassis'
import type { SendOutcome } from '@posthorn/provider'
import { expect, it } from 'vitest'
import { createSilences } from './silences.ts'

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
