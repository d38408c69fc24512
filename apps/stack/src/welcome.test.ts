import { startTestService } from '@posthorn/testkit'
import { webhooksService } from '@posthorn/webhooks/service'
import { expect, it, test } from 'vitest'
import { listQuarantined } from './quarantine.ts'
import { readSettings } from './settings.ts'
import { welcome } from './welcome.ts'

const account = {
  key: 'ph_live_secret',
  workspace: 'ws_1',
  number: 'num_1',
  url: 'http://127.0.0.1:3000',
  publicUrl: 'http://127.0.0.1:3000',
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

const secret = 'operator-secret-of-at-least-32-characters'
const quarantineAccount = {
  account: {
    url: 'http://127.0.0.1:3000',
    workspace: 'ws_1',
    number: 'num_1',
    key: 'phk_1',
    simulator: 'http://127.0.0.1:1',
  },
  isNew: false,
  ownerToken: null,
} as Parameters<typeof welcome>[0]

it('the text at the start names services in quarantine, what was due, and what to do; and nothing of it without one', async () => {
  const credentials = `test:test-credential-of-at-least-32-characters,operator:${secret}`
  await using fixture = await startTestService(webhooksService, { env: { SERVICE_CREDENTIALS: credentials } })
  const list = () => listQuarantined({ urls: { webhooks: fixture.service.url }, operator: secret, waitMs: 0 })
  const text = async () => welcome(quarantineAccount, { settings: readSettings({}, []), quarantined: await list() })
  expect(await text()).not.toMatch(/quarantine/i)
  await fixture.rows(`update restore_guard set history = 'another'`)
  await fixture.restart()
  expect(await list()).toEqual([{ service: 'webhooks', since: expect.any(String), due: { deliveries: 0 } }])
  expect(await text()).toMatch(/Quarantine: .*\n\n {2}webhooks +since 20\S+, due before that: 0 deliveries\n/)
  expect(await text()).toContain('posthorn operator quarantine release --due give_up')
})
