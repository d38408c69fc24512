import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { callOperation, common, groups, triggers } from '@posthorn/connectors'
import { expect, test } from 'vitest'
import schema from 'zapier-platform-schema'
import { app, type Bundle, type ZapierTools } from './index.ts'

/** Serializes functions as Zapier's validation does before it applies the schema. */
function withNames(value: unknown): unknown {
  if (typeof value === 'function') return `$func$${value.length}$f$`
  if (Array.isArray(value)) return value.map(withNames)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withNames(each)]))
}

test("the app breaks no rule of Zapier's schema", () => {
  const { errors } = schema.validateAppDefinition(withNames(app) as object)
  expect(errors.map(({ property, message }) => `${property} ${message}`)).toEqual([])
})

test('every list of choices that a field names is a trigger of the app', () => {
  const steps = [...Object.values(app.creates), ...Object.values(app.searches)]
  const named = steps.flatMap(({ operation }) =>
    operation.inputFields.flatMap(({ dynamic }) => dynamic?.split('.')[0] ?? []),
  )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((key) => !(key in app.triggers))).toEqual([])
})

test('the app has every common action and trigger, and offers every operation without files', () => {
  const steps = [...Object.keys(app.creates), ...Object.keys(app.searches)]
  expect(steps.toSorted()).toEqual([...common, callOperation].map(({ key }) => key).toSorted())
  expect(Object.keys(app.triggers)).toEqual(expect.arrayContaining(triggers.map(({ key }) => key)))
  const operations = groups.flatMap(({ actions }) =>
    actions.filter(({ answer, uploads }) => answer !== 'body' && !uploads),
  )
  const [choice] = app.creates['callOperation']?.operation.inputFields ?? []
  expect(choice?.choices).toEqual(operations.map(({ key }) => key))
})

test('every action shows a sample of what it returns', async () => {
  const steps = [...Object.values(app.creates), ...Object.values(app.searches)]
  const samples = Object.fromEntries(steps.map(({ key, operation }) => [key, operation.sample]))
  const { downloadFile, ...others } = samples
  const described = [...common, callOperation].filter(({ key }) => key !== 'downloadFile')
  expect(others).toEqual(Object.fromEntries(described.map(({ key, sample }) => [key, sample])))
  await using server = createServer((_, res) => res.end('hours')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const z: ZapierTools = { stashFile: () => Promise.resolve('https://example.com/hours.txt') }
  const bundle: Bundle = { authData: { url, token: 'ph_test_1' }, inputData: { file: 'file_1' } }
  const file = await app.creates['downloadFile']?.operation.perform(z, bundle)
  expect(Object.keys(downloadFile ?? {})).toEqual(Object.keys(file ?? {}))
})

test('a hook that Zapier processes hours after it arrived starts its Zap', async () => {
  const { operation } = app.triggers['messageReceived'] ?? {}
  if (operation === undefined || !('performSubscribe' in operation)) throw new Error('there is no hook')
  const key = Buffer.from('a secret of twenty-four b')
  const content = JSON.stringify({ id: 'evt_1', event: 'message:in', data: { message: 'Hello' } })
  const time = String(Math.floor(Date.now() / 1000) - 5 * 3_600)
  const signature = createHmac('sha256', key).update(`evt_1.${time}.${content}`).digest('base64')
  const headers = {
    'Http-Webhook-Id': 'evt_1',
    'Http-Webhook-Timestamp': time,
    'Http-Webhook-Signature': `v1,${signature}`,
  }
  const bundle = {
    inputData: {},
    subscribeData: { secret: `whsec_${key.toString('base64')}` },
    rawRequest: { content, headers },
  }
  expect(await operation.perform({} as ZapierTools, bundle as unknown as Bundle)).toMatchObject([{ id: 'evt_1' }])
})
