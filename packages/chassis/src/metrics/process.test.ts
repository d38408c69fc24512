import { it } from 'vitest'
import { createMetrics } from '../metrics.ts'
import { watchLoop } from './process.ts'

async function worstDelay(metrics: ReturnType<typeof createMetrics>): Promise<number> {
  const line = (await metrics.text()).split('\n').find((each) => each.includes('quantile="1"'))
  return Number(line?.split(' ').at(-1))
}

async function when(condition: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 25_000
  while (!(await condition())) {
    if (performance.now() > end) throw new Error('the condition never came true')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

it('a delay of the event loop is seen by every reader, not by the first only, and is over after its time', async () => {
  const metrics = createMetrics()
  const end = watchLoop(metrics, 2_500)
  // The histogram counts from its second tick on.
  await when(async () => (await worstDelay(metrics)) > 0)
  const until = performance.now() + 2_000
  while (performance.now() < until);
  await when(async () => (await worstDelay(metrics)) > 1.5)
  const readAtMs = performance.now()
  await when(async () => performance.now() - readAtMs > 1_050 && (await worstDelay(metrics)) > 1.5)
  await when(async () => (await worstDelay(metrics)) < 1.5)
  end()
})
