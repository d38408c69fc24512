import { expect, it } from 'vitest'
import { newId } from './ids.ts'
import { kindOfId } from './search.ts'

it('takes whole ids of what can be found for ids, and nothing else', () => {
  expect([newId('msg'), newId('con'), newId('key')].map(kindOfId)).toEqual(['message', 'contact', 'key'])
  const others = ['msg_1', newId('dlv'), 'constructor_1', 'toString_x', '_', '', 'Ada']
  expect(others.map(kindOfId)).toEqual(others.map(() => null))
})
