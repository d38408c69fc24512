import { expect, it } from 'vitest'
import { z } from 'zod'
import { allOperations } from './services.ts'

const nameFields = new Set(['name', 'firstName', 'lastName', 'company', 'folder'])
/** A space, a zero-width space, an accent, a Braille blank, and all of them. */
const blanks = [' ', '\u200b', '\u0301', '\u2800', ' \u200b\u0301\u2800']

it('a name that someone gives has a visible character, in every operation', () => {
  const found = allOperations().flatMap(({ noun, verb, operation }) => {
    if (!(operation.input instanceof z.ZodObject)) return []
    return Object.entries(operation.input.shape as Record<string, z.ZodType>)
      .filter(([field, schema]) => nameFields.has(field) && schema.safeParse('Ada').success)
      .map(([field, schema]) => ({ place: `${noun}.${verb} ${field}`, schema }))
  })
  const places = found.map(({ place }) => place)
  expect(places).toEqual(expect.arrayContaining(['contacts.create name', 'labels.create name', 'groups.update name']))
  const blank = found.filter(({ schema }) => blanks.some((name) => schema.safeParse(name).success))
  expect(blank.map(({ place }) => place)).toEqual([])
})
