import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { excludedOperations } from '@posthorn/connectors/description'
import { allOperations } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import { clientDocument, clientOperations } from '../sdk/model.ts'
import { catalogOf } from './catalog.ts'
import { connectorSources, writeConnectors } from './sources.ts'

const document = clientDocument()

describe('the generated sources of the connectors', () => {
  it('are written where they are missing or differ, and left alone where they are the same', () => {
    const folder = mkdtempSync(join(tmpdir(), 'posthorn-connectors-'))
    try {
      const written = writeConnectors(folder)
      expect(written).toEqual(Object.keys(connectorSources(document)))
      expect(writeConnectors(folder)).toEqual([])
      writeFileSync(join(folder, written[0] ?? ''), '')
      expect(writeConnectors(folder)).toEqual(written.slice(0, 1))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('have every operation of the document but those whose answers have secrets', () => {
    const keys = clientOperations(document).map(({ noun, verb }) => `${noun}.${verb}`)
    const { groups } = catalogOf(document)
    const offered = groups.flatMap(({ actions }) => actions.map(({ key }) => key))
    expect(keys.filter((key) => !offered.includes(key)).toSorted()).toEqual(excludedOperations.toSorted())
  })

  it('get a new operation of the document: as an action of n8n, and as a choice of the other platforms', () => {
    const { post } = document.paths['/v1/labels'] ?? {}
    const added = { ...post, operationId: 'labels.invent', summary: 'Invent a label' }
    const paths = { ...document.paths, '/v1/labels/invent': { post: added } } as typeof document.paths
    const before = connectorSources(document)
    const after = connectorSources({ ...document, paths })
    const named = Object.keys(after).filter((path) => after[path]?.includes('labels.invent'))
    expect(named.toSorted()).toEqual([
      'packages/connectors/description/src/generated/catalog.ts',
      'packages/connectors/n8n/nodes/Posthorn/generated/properties.ts',
    ])
    expect(Object.values(before).some((text) => text.includes('labels.invent'))).toBe(false)
  })

  it('have ten common actions, whose fields have different names and a label', () => {
    const { common } = catalogOf(document)
    expect(common).toHaveLength(10)
    for (const { fields } of common) {
      expect(new Set(fields.map(({ name }) => name)).size).toBe(fields.length)
      expect(fields.every(({ label, kind }) => label !== '' && kind !== undefined)).toBe(true)
    }
  })

  it('have a sample for each common action whose response is JSON: the example of its operation, or its first item', () => {
    const { common } = catalogOf(document)
    expect(common.filter(({ sample }) => sample === undefined).map(({ key }) => key)).toEqual(['downloadFile'])
    for (const { key, noun, verb, sample } of common) {
      const { operation } = allOperations().find((each) => each.noun === noun && each.verb === verb) ?? {}
      const output = operation?.example.output as { items?: unknown[] }
      if (sample !== undefined) expect(sample, key).toEqual(output.items?.[0] ?? output)
    }
  })

  it('have no field in the n8n node with the name of a property of n8n', () => {
    const { groups, common } = catalogOf(document)
    const required = groups.flatMap(({ actions }) =>
      actions.flatMap(({ fields }) => fields.filter((each) => each.required)),
    )
    const names = [...common.flatMap(({ fields }) => fields), ...required].map(({ name }) => name)
    const ours = ['resource', 'operation', 'additionalFields', 'returnAll', 'limit', 'outputField']
    expect(names.filter((name) => ours.includes(name))).toEqual([])
  })
})

it('a field has the control of its value also where it may be null, and several choices have a list', () => {
  const { common, groups } = catalogOf(document)
  const actions = [...common, ...groups.flatMap((group) => group.actions)]
  const fieldOf = (key: string, name: string) =>
    actions.find((each) => each.key === key)?.fields.find((field) => field.name === name)
  expect(fieldOf('contacts.update', 'name')).toMatchObject({ kind: 'text', nullable: true })
  expect(fieldOf('messages.update', 'deliverAt')).toMatchObject({ kind: 'time', nullable: true })
  expect(fieldOf('findChat', 'status')).toMatchObject({ kind: 'texts' })
  expect(common.flatMap(({ fields }) => fields).filter(({ nullable }) => nullable)).toEqual([])
})
