import { createHmac } from 'node:crypto'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { compileFunction } from 'node:vm'
import { type Piece, PieceMetadata } from '@activepieces/pieces-framework'
import { callOperation, common, triggers } from '@posthorn/connectors'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { posthorn } from './index.ts'
import { input, manifest, output } from './manifest.ts'

const { name, version } = manifest
const offered = [...common, callOperation]
const cwd = fileURLToPath(new URL('..', import.meta.url))

/** Converts two types of controls to types that the framework's schema knows: string lists and a connection's secrets. */
function asInSchema(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('type' in value)) return value
  if (value.type === 'ARRAY') return { properties: {}, ...value }
  return value.type === 'SECRET_TEXT' ? { ...value, type: 'SHORT_TEXT' } : value
}

test("the metadata of the piece break no rule of Activepieces' schema", () => {
  const metadata: unknown = JSON.parse(JSON.stringify({ name, version, ...posthorn.metadata() }, asInSchema))
  const { error } = PieceMetadata.safeParse(metadata)
  expect(error?.issues ?? []).toEqual([])
})

test('the piece has every common action and trigger, with a property for each field', () => {
  expect(Object.keys(posthorn.actions())).toEqual(offered.map(({ key }) => key))
  expect(Object.keys(posthorn.triggers())).toEqual(triggers.map(({ key }) => key))
  for (const { key, fields } of offered) {
    expect(Object.keys(posthorn.getAction(key)?.props as object)).toEqual(fields.map((field) => field.name))
  }
})

test('the build is one CommonJS file that needs the framework only and exports the piece', async () => {
  await using bundle = await rolldown({ ...input, cwd })
  const { output: chunks } = await bundle.generate(output)
  const [chunk, ...others] = chunks
  expect(others).toEqual([])
  expect([...chunk.imports, ...chunk.dynamicImports]).toEqual(Object.keys(manifest.dependencies))
  const exports: { posthorn?: Piece } = {}
  const load = compileFunction(chunk.code, ['exports', 'require']) as (target: object, require: NodeJS.Require) => void
  load(exports, createRequire(import.meta.url))
  expect(exports.posthorn?.constructor.name).toBe('Piece')
  expect(Object.keys(exports.posthorn?.actions() ?? {})).toEqual(offered.map(({ key }) => key))
})

test('the framework of the published package is the one that the tests use', () => {
  const require = createRequire(import.meta.url)
  const installed = require('@activepieces/pieces-framework/package.json') as { version: string }
  expect(manifest.dependencies['@activepieces/pieces-framework']).toBe(installed.version)
})

test('a request that Activepieces processes hours after it arrived starts its flow', async () => {
  const key = Buffer.from('a secret of twenty-four b')
  const rawBody = JSON.stringify({ id: 'evt_1', event: 'message:in', data: { message: 'Hello' } })
  const time = String(Math.floor(Date.now() / 1000) - 5 * 3_600)
  const signature = createHmac('sha256', key).update(`evt_1.${time}.${rawBody}`).digest('base64')
  const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` }
  const store = { get: () => Promise.resolve({ id: 'whk_1', secret: `whsec_${key.toString('base64')}` }) }
  const context = { store, propsValue: {}, payload: { body: JSON.parse(rawBody) as unknown, rawBody, headers } }
  const run = posthorn.getTrigger('messageReceived')?.run as unknown as (given: object) => Promise<unknown>
  expect(await run(context)).toMatchObject([{ id: 'evt_1' }])
})
