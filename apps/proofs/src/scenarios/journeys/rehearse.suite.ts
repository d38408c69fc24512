import { startReceiver, until } from '@posthorn/testkit'
import { listen, type RunningSystem } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'
import { newCustomer, write } from './customers.ts'
import type { PackedCommand } from './packed-command.fixture.ts'

type Delivery = { attempts: number; event: { id: string; sequence: number } }
type Line = { id: string; before: string; now: string; delivery: string }

/** A developer tries a fix with the events that failed, before the fixed program is deployed. */
export function rehearse(system: () => RunningSystem, command: () => PackedCommand): void {
  test('rehearses past events of a webhook at a local program, compares the answers, and changes nothing at the webhook', async () => {
    const from = new Date(Date.now() - 1_000).toISOString()
    await using hook = await listen(system(), { events: ['message:in'], respond: () => ({ status: 500 }) })
    await using local = await startReceiver({ respond: (_, index) => ({ status: index === 1 ? 422 : 200 }) })
    const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
    local.useSecret(secret)
    for (let i = 0; i < 3; i += 1) await write(system(), newCustomer(), 'Is it broken?')
    const deliveries = () => system().ok<Delivery[]>('GET', `/v1/webhooks/${hook.id}/deliveries`)
    await until(async () => (await deliveries()).filter(({ attempts }) => attempts > 0).length === 3)
    await system().ok('POST', `/v1/webhooks/${hook.id}/pause`)
    await until(async () =>
      (await system().ok<{ status: string }[]>('GET', `/v1/webhooks/${hook.id}/deliveries`)).every(
        ({ status }) => status === 'parked',
      ),
    )
    const [before, webhook] = [await deliveries(), await system().ok('GET', `/v1/webhooks/${hook.id}`)]

    const target = ['--forward', `${local.url}/hook`, '--secret', secret]
    const range = ['--rehearse', hook.id, '--from', from, '--only-failed', '--speed', '100']
    const { exitCode, stdout, stderr } = await command().run('listen', ...target, ...range, '--json')
    expect({ exitCode, summary: stderr.trim().split('\n').at(-1) }).toEqual({
      exitCode: 0,
      summary: '2 of 3 now succeed (before: 0); 2 fixed, 0 newly failing',
    })
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
    expect(lines.map(({ id }) => id)).toEqual(before.toReversed().map(({ event }) => event.id))
    expect(lines.map(({ before: then, now, delivery }) => [then, now, delivery])).toEqual([
      ['refused', 'ok', '200'],
      ['refused', 'refused', '422'],
      ['refused', 'ok', '200'],
    ])
    const marked = { 'webhook-replay': 'true', 'webhook-rehearsal': 'true' }
    for (const { verified, headers } of local.requests) {
      expect(verified).toBe(true)
      expect(headers).toMatchObject(marked)
    }
    expect(await deliveries()).toEqual(before)
    expect(await system().ok('GET', `/v1/webhooks/${hook.id}`)).toEqual(webhook)

    const without = await command().run('listen', '--rehearse', hook.id, '--from', from)
    expect(without).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('--forward') })
  })
}
