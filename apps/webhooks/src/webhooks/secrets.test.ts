import { createHmac } from 'node:crypto'
import { newId } from '@posthorn/contracts'
import { startReceiver, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, startWebhooks } from '../webhooks.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startWebhooks()
})
afterAll(() => service[Symbol.asyncDispose]())

type Fixture = ReturnType<typeof createFixture>
const rotate = (fixture: Fixture, id: string, graceHours?: number) =>
  fixture.api().secrets.rotate.mutate({ id, ...(graceHours === undefined ? {} : { graceHours }) }, fixture.as())

/** Returns the secrets that signed a request, in the order of its signatures. */
function signersOf(request: { headers: Record<string, string>; body: Buffer }, secrets: string[]): string[] {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures = '' } = request.headers
  return signatures.split(' ').map((signature) => {
    const by = (secret: string) => {
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${at}.${request.body.toString()}`).digest('base64')}`
    }
    return secrets.find((secret) => by(secret) === signature) ?? 'nobody'
  })
}

describe('secrets', () => {
  it('rotate gives a new secret that signs first; the old one signs too until its grace ends', async () => {
    await using receiver = await startReceiver()
    const fixture = createFixture(service)
    const { id, signingSecret: first } = await fixture.webhook(receiver)
    const { signingSecret: second, ...rotated } = await rotate(fixture, id)
    expect(rotated.webhook).toBe(id)
    expect(Date.parse(rotated.previousExpiresAt) - Date.now()).toBeGreaterThan(23.9 * 3_600_000)
    await fixture.publish()
    const both = await until(() => receiver.requests[0])
    expect(both.verified).toBe(true)
    expect(signersOf(both, [first, second])).toEqual([second, first])
    const { signingSecret: third } = await rotate(fixture, id, 0)
    await fixture.publish()
    const alone = await until(() => receiver.requests[1])
    expect(signersOf(alone, [first, second, third])).toEqual([third])
    expect(alone.verified).toBe(false)
  })

  it('five secrets are valid at most, a shorter grace shortens an earlier one, and none is stored readable', async () => {
    await using receiver = await startReceiver()
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    const secrets: string[] = []
    for (let i = 0; i < 6; i++) secrets.push((await rotate(fixture, id)).signingSecret)
    await fixture.publish()
    const request = await until(() => receiver.requests[0])
    expect(signersOf(request, secrets)).toEqual(secrets.toReversed().slice(0, 5))
    const stored = JSON.stringify(await service.rows('select * from webhook_secret where webhook_id = $1', [id]))
    for (const secret of secrets) expect(stored).not.toContain(secret.slice('whsec_'.length))
  })

  it.each([
    ['signing secret', 'webhook_secret', 'sealed', 'webhook_id'],
    ['secret header', 'webhook', 'secret_header_value', 'id'],
  ])(
    'a %s that cannot be decrypted fails each attempt with this reason, sends nothing, and does not count against the receiver',
    async (...places) => {
      const [, table, column, key] = places
      await using receiver = await startReceiver()
      const fixture = createFixture(service)
      const { id } = await fixture.webhook(receiver, { secretHeader: { name: 'X-Key', value: 'v' } })
      const write = (value: string) => service.rows(`update ${table} set ${column} = $2 where ${key} = $1`, [id, value])
      const [stored] = await service.rows<{ value: string }>(
        `select ${column} as value from ${table} where ${key} = $1`,
        [id],
      )
      await write('v1.lost.AAAA')
      await fixture.publish()
      const failed = await until(async () => (await fixture.deliveries(id)).find(({ attempts }) => attempts > 1))
      const reason = 'invalid: a secret of the webhook cannot be decrypted'
      const shown = await fixture.api().deliveries.get.query({ id: failed.id }, fixture.as())
      expect(shown.attemptLog[0]).toMatchObject({ httpStatus: null, error: reason })
      const tested = await fixture.api().webhooks.test.mutate({ id, event: 'contact:created' }, fixture.as())
      expect(tested).toMatchObject([{ delivered: false, httpStatus: null, error: reason }])
      expect(receiver.requests).toHaveLength(0)
      expect(await service.rows('select failed_attempts from endpoint where webhook_id = $1', [id])).toEqual([
        { failed_attempts: 0 },
      ])
      await write(stored?.value ?? '')
      const sent = await until(() => receiver.requests[0])
      expect(sent.verified).toBe(true)
    },
  )

  it('concurrent rotations all count; the same Idempotency-Key rotates once; other workspaces may not', async () => {
    const fixture = createFixture(service)
    const { id } = await fixture.webhook('http://127.0.0.1:9/never')
    const made = await Promise.all([rotate(fixture, id), rotate(fixture, id), rotate(fixture, id)])
    expect(new Set(made.map(({ signingSecret }) => signingSecret)).size).toBe(3)
    const keyed = () => fixture.api().secrets.rotate.mutate({ id }, fixture.as({ idempotencyKey: 'once' }))
    expect(await keyed()).toEqual(await keyed())
    await expect(rotate(fixture, id, 169)).rejects.toMatchObject({
      data: { fault: { errors: [{ path: 'graceHours' }] } },
    })
    for (const unknown of [id, newId('whk')])
      await expect(rotate(createFixture(service), unknown)).rejects.toThrow('no such webhook')
    const sender = fixture.api().secrets.rotate.mutate({ id }, fixture.as({ scopes: ['read', 'send'] }))
    await expect(sender).rejects.toMatchObject({ data: { fault: { code: 'scope:missing' } } })
  })
})
