import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'
import { welcome } from './welcome.ts'

const account = {
  key: 'ph_live_secret',
  workspace: 'ws_1',
  number: 'num_1',
  url: 'http://127.0.0.1:3000',
  simulator: 'http://127.0.0.1:2',
}
const text = (isTerminal: boolean, isNew: boolean) =>
  welcome(
    { account, isNew, ownerToken: 'token_of_owner' },
    { settings: { ...readSettings({}, []), isTerminal }, quarantined: [] },
  )

test('a person at a terminal gets key and link at the first start, marked as secrets, and the command with the key in it', () => {
  expect(text(true, true)).toContain('API key    ph_live_secret')
  expect(text(true, true)).toContain("-H 'Token: ph_live_secret'")
  expect(text(true, true)).toContain('/app/welcome#token_of_owner')
  expect(text(true, true)).toContain('Keep the key secret')
  expect(text(true, false)).not.toContain('ph_live_secret')
})

test('output that is kept gets neither, and says where they are', () => {
  for (const isNew of [true, false]) {
    expect(text(false, isNew)).not.toMatch(/ph_live_secret|token_of_owner/)
    expect(text(false, isNew)).toContain('first-run.json')
  }
  expect(text(false, true)).toContain('posthorn operator workspace welcome ws_1')
})

test('every start says how to make a key that reaches simulator numbers only', () => {
  for (const isNew of [true, false]) {
    expect(text(true, isNew)).toContain('With --test, it reaches simulator numbers only')
    expect(text(true, isNew)).toContain('posthorn operator key create --workspace ws_1')
  }
})
