import { expect, it } from 'vitest'
import { placeAfter } from './place-after.ts'

it.each([
  ['/ws_1/inbox/mine?m=1', '/ws_1/inbox/mine?m=1'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['/\n\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['', '/'],
  [null, '/'],
  [undefined, '/'],
])('leads from %s to %s', (next, place) => {
  expect(placeAfter(next)).toBe(place)
})
