import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'

export const prometheusRulePath = 'docker/k8s/components/scrape/alarms.yaml'

type Alarm = { alert: string; annotations: { summary: string; description: string; runbook_url: string } }
type RuleGroup = { name: string; rules: Alarm[] }

/** Returns the groups of alerts that Prometheus reads in compose. */
export function alarmGroups(root: string): RuleGroup[] {
  return ['alarms.yaml', 'availability.yaml'].flatMap(
    (file) => (parse(readFileSync(join(root, 'docker/prometheus', file), 'utf8')) as { groups: RuleGroup[] }).groups,
  )
}

/** Returns the same alerts as a Prometheus Operator object. */
export function prometheusRule(root: string): string {
  const rule = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'posthorn' },
    spec: { groups: alarmGroups(root) },
  }
  return `# Made from docker/prometheus by \`pnpm run docs\`.\n${stringify(rule, { lineWidth: 0 })}`
}
