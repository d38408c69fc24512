import { expect, it } from 'vitest'
import { createMetrics } from './metrics.ts'

it('metrics are rendered in the text format of Prometheus, those without labels from the start', async () => {
  const metrics = createMetrics()
  const shed = metrics.counter('shed_total', 'Requests refused under load', ['class'])
  metrics.gauge('degraded', '1 while it is so')
  shed.add(2, { class: 'bulk' })
  shed.add(1, { class: 'a "b"\n' })
  metrics.counter('shed_total', 'Requests refused under load', ['class']).add(1, { class: 'bulk' })
  expect(await metrics.text()).toBe(
    [
      '# HELP shed_total Requests refused under load',
      '# TYPE shed_total counter',
      'shed_total{class="bulk"} 3',
      'shed_total{class="a \\"b\\"\\n"} 1',
      '',
      '# HELP degraded 1 while it is so',
      '# TYPE degraded gauge',
      'degraded 0',
      '',
    ].join('\n'),
  )
})

it('a histogram counts each value in its bucket and in all above it, with the labels of the process', async () => {
  const metrics = createMetrics({ service: 'gateway' })
  const took = metrics.histogram('took_seconds', 'Time', ['outcome'])
  for (const seconds of [0.003, 0.2, 99]) took.observe(seconds, { outcome: 'ok' })
  const lines = (await metrics.text()).split('\n')
  const valueOf = (name: string, ...labels: string[]) =>
    lines
      .find((line) => line.startsWith(`${name}{`) && labels.every((label) => line.includes(label)))
      ?.split(' ')
      .at(-1)
  const own = ['service="gateway"', 'outcome="ok"']
  const counted = (le: string) => valueOf('took_seconds_bucket', `le="${le}"`, ...own)
  expect([
    counted('0.0025'),
    counted('0.005'),
    counted('0.1'),
    counted('0.25'),
    counted('30'),
    counted('+Inf'),
  ]).toEqual(['0', '1', '1', '2', '2', '3'])
  expect(valueOf('took_seconds_count', ...own)).toBe('3')
})

it('a collected gauge is read once for concurrent scrapes, and left out when it cannot be read', async () => {
  const metrics = createMetrics()
  let reads = 0
  metrics.collect({ depth: ['Depth', 'state'] }, async () => [
    { name: 'depth', value: ++reads, labels: { state: 'due' } },
  ])
  metrics.collect({ away: 'Cannot be read' }, async () => {
    throw new Error('the database is away')
  })
  const [first, second] = await Promise.all([metrics.text(), metrics.text()])
  expect(first).toContain('depth{state="due"} 1\n')
  expect(second).toBe(first)
  expect(first).toContain('# TYPE away gauge')
  expect(first).not.toMatch(/^away/m)
})
