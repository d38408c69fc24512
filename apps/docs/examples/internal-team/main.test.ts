import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { contactsService } from '@posthorn/contacts/service'
import { startTestService, type TestService } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const program = fileURLToPath(new URL('./main.ts', import.meta.url))
const secret = 'secret-of-the-crm-team-of-32-characters'
const testCredential = 'test:test-credential-of-at-least-32-characters'

let contacts: TestService
beforeAll(async () => {
  contacts = await startTestService(contactsService, {
    env: { SERVICE_CREDENTIALS: `${testCredential},crm-sync:${secret}` },
  })
})
afterAll(() => contacts[Symbol.asyncDispose]())

function runExample(
  env: Record<string, string>,
  args: string[],
): Promise<{ failed: boolean; out: string; err: string }> {
  const options = { env: { PATH: process.env['PATH'], CONTACTS_URL: contacts.service.url, ...env } }
  return new Promise((resolve) => {
    execFile(process.execPath, ['--conditions=source', program, ...args], options, (failure, out, err) =>
      resolve({ failed: failure !== null, out, err }),
    )
  })
}

describe('the example of an internal team', () => {
  it('calls a service with its own credential, as often as it likes with one effect', async () => {
    const workspace = contacts.workspace()
    const env = { CREDENTIAL: `crm-sync:${secret}`, WORKSPACE: workspace }
    const first = await runExample(env, ['+4915112345678', 'Ada Lovelace'])
    expect(first.err).toBe('')
    expect(JSON.parse(first.out)).toMatchObject({ phone: '+4915112345678', found: 1 })
    expect((await runExample(env, ['+4915112345678', 'Ada Lovelace'])).out).toBe(first.out)
    const { items } = await contacts.clients.contacts.contacts.list.query({}, contacts.as(workspace))
    expect(items).toHaveLength(1)
  })

  it('is refused with a credential that the service does not know, and learns what is wrong with its input', async () => {
    const WORKSPACE = contacts.workspace()
    const forged = await runExample({ CREDENTIAL: `crm-sync:${secret}x`, WORKSPACE }, ['+4915112345678', 'Ada'])
    expect([forged.failed, JSON.parse(forged.err)]).toMatchObject([true, { code: 'session:invalid' }])
    const faulty = await runExample({ CREDENTIAL: `crm-sync:${secret}`, WORKSPACE }, ['123', 'Ada'])
    expect(JSON.parse(faulty.err)).toMatchObject({ errors: [{ path: 'phone' }] })
  })
})
