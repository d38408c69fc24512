import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readTree } from '../repo-rules/tree.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const tree = readTree(root)

/** Names that some program registers as a metric, as the keys and strings of its source. */
const sources = [...tree]
  .filter(([path]) => /^(apps|packages)\/[\w-]+\/src\/.*\.ts$/.test(path) && !path.endsWith('.test.ts'))
  .map(([, text]) => text)
  .join('\n')
const isRegistered = (metric: string) => new RegExp(`['\\s]${metric}['\\s]*[:,]`).test(sources)

const ofHistogram = /_(bucket|count|sum)$/
const functions = new Set(['histogram_quantile', 'sum', 'by', 'le', 'rate', 'topk', 'max', 'min'])

/** Names of metrics in an expression: what is neither a function nor a label. */
function metricsOf(expression: string): string[] {
  const bare = expression.replaceAll(/\{[^}]*\}|\[[^\]]*\]|by \([^)]*\)/g, ' ')
  return [...bare.matchAll(/[a-z_]+/g)]
    .map(([name]) => name.replace(ofHistogram, ''))
    .filter((name) => !functions.has(name))
}

type Dashboard = { uid: string; panels: { title: string; targets: { expr: string }[] }[] }

const dashboards = [...tree]
  .filter(([path]) => path.startsWith('docker/grafana/dashboards/'))
  .map(([, text]) => JSON.parse(text) as Dashboard)

describe('the dashboards', () => {
  it('show only metrics that a program has', () => {
    expect(dashboards.map(({ uid }) => uid)).toHaveLength(5)
    const shown = dashboards.flatMap(({ panels }) =>
      panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsOf(expr))),
    )
    expect(shown.length).toBeGreaterThan(30)
    expect([...new Set(shown)].filter((metric) => !isRegistered(metric))).toEqual([])
  })

  it('with an unknown metric are reported', () => {
    expect(metricsOf('max by (service) (rate(lost_total{kind="a"}[5m]))')).toEqual(['lost_total'])
    expect(isRegistered('lost_total')).toBe(false)
  })
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

describe.skipIf(!hasPromtool)('the alarms, by promtool', () => {
  for (const file of ['alarms.test.yaml', 'availability.test.yaml'])
    it(`fire and stay silent as ${file} says`, () => {
      const { status, stdout, stderr } = spawnSync(
        'promtool',
        ['test', 'rules', join(root, 'docker/prometheus', file)],
        { encoding: 'utf8' },
      )
      expect({ status, output: status === 0 ? '' : `${stdout}${stderr}` }).toEqual({ status: 0, output: '' })
    })
})
