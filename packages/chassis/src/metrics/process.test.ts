import { until } from '@posthorn/test-servers'
import { it } from 'vitest'
import { createMetrics } from '../metrics.ts'
import { loopDelays, watchLoop } from './process.ts'

async function worstDelay(metrics: ReturnType<typeof createMetrics>): Promise<number> {
  const line = (await metrics.text()).split('\n').find((each) => each.includes('quantile="1"'))
  return Number(line?.split(' ').at(-1))
}

it('a delay of the event loop is seen by every reader, not by the first only, and is over after its time', async () => {
  const metrics = createMetrics()
  watchLoop(metrics, loopDelays(2_500))
  // The histogram counts from its second tick on.
  await until(async () => (await worstDelay(metrics)) > 0)
  const busyUntilMs = performance.now() + 2_000
  while (performance.now() < busyUntilMs);
  await until(async () => (await worstDelay(metrics)) > 1.5)
  const readAtMs = performance.now()
  await until(async () => performance.now() - readAtMs > 1_050 && (await worstDelay(metrics)) > 1.5)
  await until(async () => (await worstDelay(metrics)) < 1.5)
})
