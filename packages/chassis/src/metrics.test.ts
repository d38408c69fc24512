import { expect, it } from 'vitest'
import { createMetrics } from './metrics.ts'

it('figures are told in the text format of Prometheus, those without labels from the start', () => {
  const metrics = createMetrics()
  const shed = metrics.counter('shed_total', 'Requests refused under load')
  metrics.gauge('degraded', '1 while it is so')
  shed.add(2, { class: 'bulk' })
  shed.add(1, { class: 'a "b"\n' })
  metrics.counter('shed_total', 'Requests refused under load').add(1, { class: 'bulk' })
  expect(metrics.text()).toBe(
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
