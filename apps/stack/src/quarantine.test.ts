import { startTestService } from '@posthorn/testkit'
import { webhooksService } from '@posthorn/webhooks/service'
import { expect, it } from 'vitest'
import { listQuarantined } from './quarantine.ts'
import { readSettings } from './settings.ts'
import { welcome } from './welcome.ts'

const secret = 'operator-secret-of-at-least-32-characters'
const account = {
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
  const text = async () => welcome(account, { settings: readSettings({}, []), quarantined: await list() })
  expect(await text()).not.toMatch(/quarantine/i)
  await fixture.rows(`update restore_guard set history = 'another'`)
  await fixture.restart()
  expect(await list()).toEqual([{ service: 'webhooks', since: expect.any(String), due: { deliveries: 0 } }])
  expect(await text()).toMatch(/Quarantine: .*\n\n {2}webhooks +since 20\S+, due before that: 0 deliveries\n/)
  expect(await text()).toContain('posthorn operator quarantine release --due give_up')
})
