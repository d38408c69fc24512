import { expect, it, vi } from 'vitest'
import type { MessagingRuntime } from '../../config.ts'
import type { ClaimedJob } from '../claim/claimed-job.ts'
import { callAndSettle } from './call.ts'

it('an outcome is stored once Postgres is back, however long that takes', async () => {
  const settled: unknown[] = []
  let lateMs = 0
  const now = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + lateMs)
  const settle = async (ended: unknown) => {
    settled.push(ended)
    lateMs = 60_000
    if (settled.length === 1) throw Object.assign(new Error('down'), { code: 'ECONNREFUSED' })
  }
  const silences = { takeEnd: () => false }
  const runtime = { log: { error: () => {} }, deps: { pacer: {}, silences, settle } } as unknown as MessagingRuntime
  await callAndSettle(runtime, { blocked: true, content: null, chatType: 'direct' } as ClaimedJob)
  clock.mockRestore()
  expect(settled).toHaveLength(2)
})
