import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readTree } from '../repo-rules/tree.ts'
import { alarmGroups, prometheusRule, prometheusRulePath } from './manifests.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const tree = readTree(root)

/** Names registered as metrics, from the keys and strings in the source. */
const sources = [...tree]
  .filter(([path]) => /^(apps|packages)\/(connectors\/)?[\w-]+\/src\/.*\.ts$/.test(path) && !path.endsWith('.test.ts'))
  .map(([, text]) => text)
  .join('\n')
const isRegistered = (metric: string) => new RegExp(`['\\s]${metric}['\\s]*[:,]`).test(sources)

const ofHistogram = /_(bucket|count|sum)$/
const functions = new Set(
  'histogram_quantile sum by le rate topk max min increase absent changes count last_over_time time and or unless'.split(
    ' ',
  ),
)

/** Returns the metric names in an expression: names that are neither a function nor a label. */
function metricsOf(expression: string): string[] {
  const bare = expression.replaceAll(/"[^"]*"/g, '').replaceAll(/\{[^}]*\}|\[[^\]]*\]|by \([^)]*\)/g, ' ')
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

const alarms = alarmGroups(root).flatMap(({ rules }) => rules)

describe('the alarms', () => {
  it('are the same in compose and in Kubernetes', () => {
    expect(tree.get(prometheusRulePath)).toBe(prometheusRule(root))
  })

  it('watch only metrics that a program, Prometheus or the operator of Postgres has', () => {
    const others = ['up', 'cnpg_collector_last_available_backup_timestamp']
    const ours = new Set(alarms.flatMap(({ expr }) => metricsOf(expr)).filter((metric) => !others.includes(metric)))
    expect(ours.size).toBeGreaterThan(25)
    expect([...ours].filter((metric) => !isRegistered(metric))).toEqual([])
  })

  it('each link to their entry in the guide, which has no others', () => {
    const titles = [...(tree.get('apps/docs/guides/alarms.md') ?? '').matchAll(/^### (\w+)$/gm)].map(([, name]) => name)
    expect(titles).toHaveLength(alarms.length)
    expect(new Set(titles)).toEqual(new Set(alarms.map(({ alert }) => alert)))
    for (const { alert, annotations } of alarms)
      expect(annotations.runbook_url).toMatch(new RegExp(`/docs/guides/alarms#${alert.toLowerCase()}$`))
  })

  it('that suppress others, and those they suppress, exist', () => {
    const routing = tree.get('docker/prometheus/alertmanager.yaml') ?? ''
    const named = [...routing.matchAll(/alertname=~?"([\w|]+)"/g)].flatMap(([, names = '']) => names.split('|'))
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((name) => !alarms.some(({ alert }) => alert === name))).toEqual([])
  })
})

const hasCaddy = spawnSync('caddy', ['version']).status === 0

describe('the proxies', () => {
  const files = ['docker/caddy/Caddyfile', 'docker/cells/Caddyfile']

  it('log no headers, queries, or responses, which hold API keys', () => {
    for (const file of files)
      for (const line of ['request>headers delete', 'resp_headers delete', 'request>uri regexp \\?.* ""'])
        expect(tree.get(file), file).toContain(`\t${line}\n`)
  })

  it.skipIf(!hasCaddy).each(files)('%s is valid', (file) => {
    const config = join(root, file)
    expect(spawnSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', config]).status).toBe(0)
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
