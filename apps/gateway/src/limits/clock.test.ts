import { createLog, createMetrics } from '@posthorn/chassis'
import { until } from '@posthorn/testkit'
import { afterEach, it, vi } from 'vitest'
import type { GatewayConfig } from '../config.ts'
import { createLimiter, type Limiter } from './limits.ts'

const rates = {
  RATE_LIMIT_KEY_PER_SECOND: 50,
  RATE_LIMIT_KEY_BURST: 5,
  RATE_LIMIT_WORKSPACE_PER_SECOND: 50,
  RATE_LIMIT_WORKSPACE_BURST: 5,
  RATE_LIMIT_REFUSED_PER_SECOND: 50,
  RATE_LIMIT_REFUSED_BURST: 5,
} as GatewayConfig

afterEach(() => {
  vi.restoreAllMocks()
})

it.each([
  ['an address', true, async (limiter: Limiter) => limiter.takeRefused('192.0.2.1')],
  ['a key', true, (limiter: Limiter) => limiter.takeFor({ key: 'key_a', workspace: 'ws_a' })],
  ['a key without the store', false, (limiter: Limiter) => limiter.takeFor({ key: 'key_a', workspace: 'ws_a' })],
])('a system clock that is set back by an hour keeps no limit used up: %s', async (_, hasStore, take) => {
  const state = { backMs: 0, isEmpty: true }
  const systemMs = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => systemMs() - state.backMs)
  const limiter = createLimiter({
    config: rates,
    log: createLog('test', 'silent'),
    metrics: createMetrics(),
    async requestLeases(requests) {
      if (!hasStore) throw new Error('gone')
      return requests.map(({ name, want }) => ({ name, granted: state.isEmpty ? 0 : want, left: 0 }))
    },
  })
  for (let isAllowed = true; isAllowed; ) isAllowed = (await take(limiter)).allowed
  Object.assign(state, { backMs: 3_600_000, isEmpty: false })
  await until(async () => (await take(limiter)).allowed)
  await limiter.close()
})
