import { openApiDocument } from '@posthorn/contracts/openapi'
import { Ajv2020 as Validator } from 'ajv/dist/2020.js'
import * as formats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { answerChecker } from './index.ts'

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const refusal = json({ $ref: '#/components/schemas/Error' })
const document = {
  openapi: '3.1.0',
  paths: {
    '/v1/things/{id}': {
      get: {
        responses: {
          200: { headers: { Link: { required: true } }, ...json({ $ref: '#/components/schemas/Thing' }) },
          404: refusal,
        },
      },
    },
    '/v1/things/shared': {
      get: {
        responses: {
          200: { $ref: '#/components/responses/Thing' },
          default: { $ref: '#/components/responses/Refused' },
        },
      },
    },
    '/v1/things/count': { get: { responses: { 200: json({ type: 'integer' }) } } },
    '/v1/things/export': { get: { responses: { 200: { content: { 'text/csv': { schema: { type: 'string' } } } } } } },
  },
  components: {
    headers: { Link: { required: true } },
    responses: {
      Thing: { headers: { Link: { $ref: '#/components/headers/Link' } }, ...json({ type: 'integer' }) },
      Refused: json({ allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { status: { enum: [429] } } }] }),
    },
    schemas: {
      Error: { type: 'object', required: ['errorCode'] },
      Thing: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    },
  },
}
const check = answerChecker(document)
const always = { 'content-type': 'application/json', 'x-request-id': 'r', ratelimit: 'l', 'ratelimit-policy': 'p' }
const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
  status,
  body,
  headers: new Headers({ ...always, link: '</>', ...headers }),
})

describe('an answer', () => {
  it('as documented has no faults', () => {
    expect(check('GET', '/v1/things/1?x=y', answer(200, { id: '1', more: true }))).toEqual([])
    expect(check('GET', '/v1/things/1', answer(404, { errorCode: 'thing:not_found' }))).toEqual([])
    expect(
      check('GET', '/v1/things/export', answer(200, undefined, { 'content-type': 'text/csv; charset=utf-8' })),
    ).toEqual([])
  })

  it('with another body, status, type or without a required header is named', () => {
    expect(check('GET', '/v1/things/1', answer(200, { id: 1 }))).toEqual(['/id must be string'])
    expect(check('GET', '/v1/things/1', answer(503, {}))).toEqual(['status 503 is not documented'])
    expect(check('GET', '/v1/things/export', answer(200, {}))).toEqual(['type application/json is not documented'])
    const bare = { status: 200, body: { id: '1' }, headers: new Headers(always) }
    expect(check('GET', '/v1/things/1', bare)).toEqual(['header Link is missing'])
  })

  it('without the headers that every answer, and every one to a valid key, has is named', () => {
    const headers = new Headers({ 'content-type': 'application/json' })
    expect(check('GET', '/v1/things/count', { status: 200, body: 3, headers })).toEqual([
      'header X-Request-Id is missing',
      'header RateLimit-Policy is missing',
      'header RateLimit is missing',
    ])
    const body = { errorCode: 'thing:not_found' }
    expect(check('GET', '/v1/things/1', { status: 404, body, headers })).toEqual(['header X-Request-Id is missing'])
  })

  it('is held against the component that its operation refers to, and a status that is not listed against the default', () => {
    expect(check('GET', '/v1/things/shared', answer(200, 3))).toEqual([])
    expect(check('GET', '/v1/things/shared', answer(200, '3'))).toEqual(['/ must be integer'])
    const bare = { status: 200, body: 3, headers: new Headers(always) }
    expect(check('GET', '/v1/things/shared', bare)).toEqual(['header Link is missing'])
    expect(check('GET', '/v1/things/shared', answer(429, { errorCode: 'rate:limited', status: 429 }))).toEqual([])
    expect(check('GET', '/v1/things/shared', answer(418, { errorCode: 'tea', status: 418 }))).toEqual([
      '/status must be equal to one of the allowed values',
    ])
    expect(check('GET', '/v1/things/shared', answer(204, 3))).toEqual(['status 204 is not documented'])
  })

  it('of a fixed path is not held against a path with a parameter', () => {
    expect(check('GET', '/v1/things/count', answer(200, 3))).toEqual([])
    expect(check('GET', '/v1/things/count', answer(200, { id: '1' }))).toEqual(['/ must be integer'])
  })

  it('of no operation must be a refusal in the error body', () => {
    expect(check('PUT', '/v1/things/1', answer(405, { errorCode: 'route:method_not_allowed' }))).toEqual([])
    expect(check('GET', '/v1/things/1', answer(431, { errorCode: 'request:malformed' }))).toEqual([])
    expect(check('GET', '/v1/nothing', answer(404, '<html>'))).toEqual(['/ must be object'])
  })
})

const examplesDocument = openApiDocument()
const ajv = new Validator({ strict: false, allErrors: true, logger: false, validateSchema: false })
formats.default.default(ajv)
ajv.addSchema({ ...examplesDocument, $id: 'openapi' })

/** Returns a value's violations of the schema at a path in the document, such as `components/schemas/Message`. */
function faultsOf(parts: readonly string[], value: unknown): string[] {
  const pointer = parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
  const validate = ajv.getSchema(`openapi#/${pointer}`)
  if (validate?.(value) === true) return []
  return [`${parts.join('/')}: ${JSON.stringify(validate?.errors ?? 'no such schema')}`]
}

it('every example of a component, a body and a parameter of the document holds to its schema', () => {
  const { schemas, parameters } = examplesDocument.components
  const components = Object.entries(schemas).flatMap(([name, { examples = [] }]) =>
    examples.map((value) => ({ at: ['components', 'schemas', name], value })),
  )
  const shared = Object.entries(parameters).flatMap(([name, { schema }]) =>
    (schema.examples ?? []).map((value) => ({ at: ['components', 'parameters', name, 'schema'], value })),
  )
  const bodies = Object.entries(examplesDocument.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const value = requestBody?.content['application/json']?.example
      const at = ['paths', path, method, 'requestBody', 'content', 'application/json', 'schema']
      return value === undefined ? [] : [{ at, value }]
    }),
  )
  expect(Math.min(components.length, bodies.length)).toBeGreaterThan(50)
  expect(shared.length).toBeGreaterThan(0)
  expect([...components, ...shared, ...bodies].flatMap(({ at, value }) => faultsOf(at, value))).toEqual([])
})
