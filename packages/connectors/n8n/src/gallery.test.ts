import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { type Action, common, events, groups } from '@posthorn/connectors'
import { describe, expect, test } from 'vitest'

type WorkflowNode = {
  name: string
  type: string
  parameters: Record<string, unknown>
  credentials?: Record<string, object>
  onError?: string
}
type Workflow = { name: string; nodes: WorkflowNode[]; connections: Record<string, { main: { node: string }[][] }> }

const folder = fileURLToPath(new URL('../gallery/', import.meta.url))
const gallery = readdirSync(folder).map((file) => ({
  file,
  workflow: JSON.parse(readFileSync(`${folder}${file}`, 'utf8')) as Workflow,
}))
const empty: Workflow = { name: '', nodes: [], connections: {} }
const ofNode = ['resource', 'operation', 'additionalFields', 'returnAll', 'limit', 'outputField']

/** Returns parameters for which the node has no field, and required fields that are missing. */
function faultsOf({ name, parameters }: WorkflowNode): string[] {
  const { resource, operation } = parameters as { resource: string; operation: string }
  const { additionalFields = {} } = parameters as { additionalFields?: object }
  const actions: readonly Action[] =
    resource === 'common' ? common : (groups.find(({ noun }) => noun === resource)?.actions ?? [])
  const action = actions.find(({ key }) => key === operation)
  if (action === undefined) return [`${name}: there is no ${resource} ${operation}`]
  const values = { ...parameters, ...additionalFields }
  const fields = action.fields.map((field) => field.name)
  const unknown = Object.keys(values).filter((key) => !fields.includes(key) && !ofNode.includes(key))
  const missing = action.fields.filter((field) => field.required && !(field.name in values))
  return [
    ...unknown.map((key) => `${name} has no field ${key}`),
    ...missing.map((field) => `${name} needs ${field.name}`),
  ]
}

describe('the gallery', () => {
  test('has ten workflows with different names', () => {
    expect(new Set(gallery.map(({ workflow }) => workflow.name)).size).toBe(10)
  })

  test.each(gallery)(
    '$file uses operations and fields that the node has, and connects nodes that exist',
    ({ workflow }) => {
      const { nodes, connections } = workflow
      const ours = nodes.filter(({ type }) => type === 'n8n-nodes-posthorn.posthorn')
      expect(ours.flatMap(faultsOf)).toEqual([])
      const triggers = nodes.filter(({ type }) => type === 'n8n-nodes-posthorn.posthornTrigger')
      const kinds = triggers.flatMap(({ parameters }) => parameters['events'] as string[])
      expect(kinds.filter((kind) => !events.some((each) => each.kind === kind))).toEqual([])
      const names = nodes.map(({ name }) => name)
      const targets = Object.values(connections).flatMap(({ main }) => main.flat().map(({ node }) => node))
      expect([...Object.keys(connections), ...targets].filter((name) => !names.includes(name))).toEqual([])
      expect([...ours, ...triggers].every(({ credentials }) => credentials?.['posthornApi'] !== undefined)).toBe(true)
      expect(triggers.length + nodes.filter(({ type }) => /\.(webhook|scheduleTrigger)$/.test(type)).length).toBe(1)
    },
  )

  test.each([
    ['broadcast.json', 'Send'],
    ['order-updates.json', 'Report the state'],
  ])('%s sends to the others if one person is refused', (file, name) => {
    const nodes = gallery.find((each) => each.file === file)?.workflow.nodes ?? []
    expect(nodes.find((node) => node.name === name)?.onError).toBe('continueRegularOutput')
  })

  test('order-updates.json reports a state once, although it reads the table every hour', () => {
    const { nodes, connections } = gallery.find(({ file }) => file === 'order-updates.json')?.workflow ?? empty
    expect(connections['Only new states']?.main[0]?.[0]?.node).toBe('Report the state')
    expect(nodes.find(({ name }) => name === 'Only new states')?.parameters).toMatchObject({
      operation: 'removeItemsSeenInPreviousExecutions',
      dedupeValue: '={{ $json.order }} {{ $json.state }}',
    })
  })

  test('file-intake.json stores only files that customers sent, once they are here', () => {
    const nodes = gallery.find(({ file }) => file === 'file-intake.json')?.workflow.nodes ?? []
    const condition = nodes.find(({ name }) => name === 'Is it a file?')?.parameters['conditions'] as
      | { conditions: { leftValue: string }[] }
      | undefined
    const [, code = ''] = /^=\{\{ (.*) \}\}$/.exec(condition?.conditions[0]?.leftValue ?? '') ?? []
    const meets = (data: object) => runInNewContext(code, { $json: { data } }) as unknown
    const stored = { change: 'media', direction: 'in', media: { file: 'file_1' } }
    expect(meets(stored)).toBe(true)
    for (const other of [{ change: 'edited' }, { direction: 'out' }, { media: { file: null } }])
      expect(meets({ ...stored, ...other })).toBe(false)
  })
})
