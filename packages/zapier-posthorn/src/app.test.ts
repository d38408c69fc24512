import { expect, test } from 'vitest'
import schema from 'zapier-platform-schema'
import { app } from './index.ts'

/** Writes functions as Zapier's own validation does before it applies the schema. */
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
