import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exampleContact, newId } from '@posthorn/contracts'
import { startNats } from '@posthorn/embedded'
import { unpublishedSql, until } from '@posthorn/test-servers'
import { describe, expect, it } from 'vitest'
import { type Probe, startProbe } from '../testing/probe.fixture.ts'
import { PublishError } from './publication.ts'

const tooLarge = 'x'.repeat(1_100_000)

async function announceNamed(probe: Probe, names: string[], { together = false } = {}): Promise<string[]> {
  const workspace = newId('ws')
  const emitAll = (own: string[]) =>
    probe.announcing(workspace, async (tx) =>
      own.map((name) => {
        const data = { ...exampleContact, id: newId('con'), name }
        return tx.emit({ kind: 'contact:created', workspace, data, aggregate: { id: data.id, version: 1 } })
      }),
    )
  const lists = together ? [names] : names.map((name) => [name])
  const ids: string[] = []
  for (const list of lists) ids.push(...(await emitAll(list)))
  return ids
}

async function startSmallBus(): Promise<AsyncDisposable & { url: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'posthorn-small-bus-'))
  const nats = await startNats({ dataDir, configuration: 'max_payload: 65536' })
  return {
    url: nats.url,
    async [Symbol.asyncDispose]() {
      await nats.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

type DeadRow = { consumer: string; event_id: string; error: string; deliveries: number }
const deadRows = ({ fixture }: Probe) =>
  fixture.rows<DeadRow>('select consumer, event_id, error, deliveries from dead_event order by event_id')
const isPublished = async ({ fixture }: Probe) => (await fixture.rows(unpublishedSql())).length === 0
const operator = ({ fixture }: Probe) =>
  fixture.clients.calling({
    workspace: null,
    actor: { type: 'service', id: 'operator', name: 'Ada' },
    scopes: ['operator'],
  })
const reasons = async ({ fixture }: Probe) =>
  ((await (await fetch(`${fixture.service.url}/readyz`)).json()) as { reasons: string[] }).reasons
type Id = Parameters<Probe['fixture']['clients']['contacts']['deadEvents']['applyAgain']['mutate']>[0]['event']

describe('an event that the bus refuses', () => {
  it('is set aside with its reason at once, and those beside it in its transaction are published', async () => {
    await using probe = await startProbe()
    const ids = await announceNamed(probe, ['Ada', tooLarge, 'Grace'], { together: true })
    await until(async () => (await probe.effects()).length === 2 && (await deadRows(probe)).length === 1)
    expect(await probe.effects()).toEqual([ids[0], ids[2]])
    const [dead] = await deadRows(probe)
    expect(dead).toMatchObject({ consumer: 'bus', event_id: ids[1], deliveries: 1 })
    expect(dead?.error).toMatch(/the event has 1\d{6} bytes, and the bus takes 1048576 at most/)
    await until(() => isPublished(probe))
    expect(await reasons(probe)).toEqual([expect.stringContaining('1 event was set aside')])
    const metrics = await (await fetch(`${probe.fixture.service.url}/metrics`)).text()
    expect(metrics).toMatch(/^dead_event_total\S* 1$/m)
  })

  it('delays no event behind it, however many there are, and the process holds few of them at a time', async () => {
    await using nats = await startSmallBus()
    await using probe = await startProbe({ env: { NATS_URL: nats.url } })
    const bus = probe.runtime().bus
    const publish = bus.publish.bind(bus)
    let [bytes, bytesAtOnce] = [0, 0]
    bus.publish = async (...events) => {
      const size = events.reduce((sum, { payload }) => sum + payload.length, 0)
      bytes += size
      bytesAtOnce = Math.max(bytesAtOnce, bytes)
      try {
        return await publish(...events)
      } finally {
        bytes -= size
      }
    }
    // Simulates a dead process's leftovers: the sweep reads all of them before the other workspace's event.
    const connected = bus.connected.bind(bus)
    bus.connected = () => false
    await announceNamed(
      probe,
      Array.from({ length: 220 }, () => 'x'.repeat(80_000)),
    )
    const [behind] = await announceNamed(probe, ['Ada'])
    bus.connected = connected
    probe.runtime().wake('relay')
    await until(async () => (await probe.effects()).includes(behind as string), { timeoutMs: 20_000 })
    await until(async () => (await deadRows(probe)).length === 220, { timeoutMs: 20_000 })
    expect(await isPublished(probe)).toBe(true)
    expect(bytesAtOnce).toBeLessThan(9 * 1024 * 1024)
  })

  it('stays with its reason when an operator tries again, and is published once the bus takes it', async () => {
    await using probe = await startProbe()
    const [id] = await announceNamed(probe, [tooLarge])
    await until(async () => (await deadRows(probe)).length === 1)
    const { deadEvents } = probe.fixture.clients.contacts
    const tryAgain = () => deadEvents.applyAgain.mutate({ event: id as Id }, operator(probe))
    await expect(tryAgain()).rejects.toThrow(/could not be published again/)
    expect(await deadRows(probe)).toMatchObject([{ event_id: id, deliveries: 2 }])
    const smaller = (name: string) => `payload = replace(payload, '${tooLarge}', '${name}')`
    await probe.fixture.rows(`update dead_event set ${smaller('Ada')}`)
    await tryAgain()
    await until(async () => (await probe.effects()).includes(id as string))
    expect(await deadRows(probe)).toEqual([])
  })
})

describe('a waiting event that cannot be read', () => {
  it('is set aside with its reason at once, whatever is wrong with it, and all others are published', async () => {
    await using probe = await startProbe()
    const bus = probe.runtime().bus
    const connected = bus.connected.bind(bus)
    bus.connected = () => false
    const ids = await announceNamed(probe, ['Ada', 'of another release', 'Grace', 'damaged', 'Alan'], {
      together: true,
    })
    const [alone = '', ...behind] = await announceNamed(probe, ['cut off', 'Edsger'])
    const broken = [
      { id: ids[1], bytes: '\\x09', error: /format 9/ },
      { id: ids[3], bytes: '\\x01ffff', error: /cannot be read/ },
      { id: alone, bytes: '\\x02ff00', error: /cannot be read/ },
    ]
    for (const { id, bytes } of broken)
      await probe.fixture.rows('update outbox set payload = $2::bytea where id = $1', [id, bytes])
    bus.connected = connected
    probe.runtime().wake('relay')
    await until(async () => (await probe.effects()).length === 4)
    expect(new Set(await probe.effects())).toEqual(new Set([ids[0], ids[2], ids[4], ...behind]))
    await until(async () => (await deadRows(probe)).length === broken.length)
    for (const { id, error } of broken)
      expect(await deadRows(probe)).toContainEqual(
        expect.objectContaining({ consumer: 'bus', event_id: id, error: expect.stringMatching(error), deliveries: 1 }),
      )
    const { deadEvents } = probe.fixture.clients.contacts
    const chosen = { event: alone as Id }
    await expect(deadEvents.get.query(chosen, operator(probe))).rejects.toThrow('The event cannot be read')
    await expect(deadEvents.applyAgain.mutate(chosen, operator(probe))).rejects.toThrow('The event cannot be read')
    const listed = await deadEvents.list.query({}, operator(probe))
    expect(listed.map(({ workspace }) => workspace)).toEqual(broken.map(() => expect.stringMatching(/^ws_/)))
    expect(await isPublished(probe)).toBe(true)
  })
})

describe('an event that the bus does not take while it takes others', () => {
  it('rests for longer after each failure, is set aside in the end, and delays no other', async () => {
    await using probe = await startProbe()
    const bus = probe.runtime().bus
    const publish = bus.publish.bind(bus)
    let [poison, tries] = ['', 0]
    bus.publish = (...events) => {
      if (!events.some(({ payload }) => payload.includes('poison'))) return publish(...events)
      tries += 1
      throw new PublishError('failed', 'not today')
    }
    ;[poison = ''] = await announceNamed(probe, ['poison', 'Ada', 'Grace'], { together: true })
    await until(async () => (await probe.effects()).length === 2)
    const failures = async () =>
      (await probe.fixture.rows<{ failures: number }>('select failures from outbox_batch where id = $1', [poison]))[0]
        ?.failures
    const prolong = `update outbox_batch set retry_at = now() + interval '1 hour' where failures > 0 returning failures`
    const failed = await until(async () => (await probe.fixture.rows<{ failures: number }>(prolong))[0]?.failures)
    const triesBefore = tries
    const ids = await announceNamed(probe, ['Alan', 'Edsger'])
    await until(async () => (await probe.effects()).length === 2 + ids.length)
    expect(tries).toBe(triesBefore)
    for (let next = failed + 1; next <= 10; next++) {
      // Failures count only if the bus accepts other events.
      await probe.announce(1)
      await probe.fixture.rows('update outbox_batch set retry_at = now() where failures > 0')
      await until(async () => ((await failures()) ?? next) === next)
    }
    expect(await deadRows(probe)).toMatchObject([
      { event_id: poison, deliveries: 10, error: expect.stringContaining('not today') },
    ])
  })
})
