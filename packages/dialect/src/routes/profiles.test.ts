import { newId, numbers } from '@posthorn/contracts'
import { expect, it } from 'vitest'
import { readQuery } from '../api/request.ts'
import { profileRoutes } from './profiles.ts'
import { sessionAsking } from './session.fixture.ts'

const number = newId('num')

/** Changes the profile of a number as the gateway does. Returns what the main API is asked to change. */
async function changed(businessProfile: object): Promise<object> {
  const asked: object[] = []
  const session = sessionAsking(async (operation, input) => {
    if (operation === numbers.numbers.list) return { items: [{ id: number, phone: '+4915187654321' }], next: null }
    if (operation === numbers.profiles.update) asked.push(input)
    return operation.example.output
  })
  const route = profileRoutes.find(({ path, method }) => `${method} ${path}` === 'PATCH /v1/devices/{d}/profile')
  await route?.handle({ session, parameters: { d: number }, query: readQuery(''), body: { businessProfile } })
  const { id: _, ...changes } = asked[0] as { id: string }
  return changes
}

it('a profile takes its category, and an empty value clears a field', async () => {
  expect(await changed({ categories: ['retail'], email: 'shop@example.com' })).toEqual({
    vertical: 'RETAIL',
    email: 'shop@example.com',
  })
  expect(await changed({ categories: [], websites: [], email: '', address: null })).toEqual({
    vertical: null,
    websites: [],
    email: null,
    address: null,
  })
  expect(await changed({})).toEqual({})
  await expect(changed({ categories: ['RETAIL', 'AUTO'] })).rejects.toMatchObject({
    errors: [{ path: 'businessProfile.categories' }],
  })
})
