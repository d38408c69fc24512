import { openApiDocument } from '@posthorn/contracts/openapi'
import { Ajv2020 as Validator } from 'ajv/dist/2020.js'
import * as formats from 'ajv-formats'
import { expect, it } from 'vitest'

const document = openApiDocument()
const ajv = new Validator({ strict: false, allErrors: true, logger: false, validateSchema: false })
formats.default.default(ajv)
ajv.addSchema({ ...document, $id: 'openapi' })

/** Returns a value's violations of the schema at a path in the document, such as `components/schemas/Message`. */
function faultsOf(parts: readonly string[], value: unknown): string[] {
  const pointer = parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
  const validate = ajv.getSchema(`openapi#/${pointer}`)
  if (validate?.(value) === true) return []
  return [`${parts.join('/')}: ${JSON.stringify(validate?.errors ?? 'no such schema')}`]
}

it('every example of a component, a body and a parameter of the document holds to its schema', () => {
  const { schemas, parameters } = document.components
  const components = Object.entries(schemas).flatMap(([name, { examples = [] }]) =>
    examples.map((value) => ({ at: ['components', 'schemas', name], value })),
  )
  const shared = Object.entries(parameters).flatMap(([name, { schema }]) =>
    (schema.examples ?? []).map((value) => ({ at: ['components', 'parameters', name, 'schema'], value })),
  )
  const bodies = Object.entries(document.paths).flatMap(([path, methods]) =>
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
