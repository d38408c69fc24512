import { faultOf } from '@posthorn/client'
import { type BusEvent, exampleContact, newId } from '@posthorn/contracts'
import { until } from '@posthorn/test-servers'
import { describe, expect, it } from 'vitest'
import { unpack } from '../db/packed.ts'
import { type Probe, startProbe } from '../testing/probe.fixture.ts'
import { busEvent } from '../testing/service.fixture.ts'

const contactEvent = () =>
  busEvent({ event: 'contact:created', workspace: newId('ws'), data: { ...exampleContact, id: newId('con') } })

async function startFailing(event: BusEvent): Promise<{ probe: Probe; fix(next?: Error): void }> {
  let failure: Error | undefined = new Error('value too long')
  const probe = await startProbe({
    env: { EVENT_RETRY_MS: '5' },
    onEvent: ({ id }) => {
      if (id === event.id && failure) throw failure
    },
  })
  await probe.fixture.bus.publish(event)
  await until(async () => (await list(probe)).length === 1)
  const fix = (next?: Error) => {
    failure = next
  }
  return { probe, fix }
}

const verbs = ({ fixture }: Probe) => fixture.clients.contacts.deadEvents
const operator = ({ fixture }: Probe) => {
  const actor = { type: 'service', id: 'operator', name: 'Ada' } as const
  return fixture.clients.calling({ workspace: null, actor, scopes: ['operator'] })
}
const list = (probe: Probe) => verbs(probe).list.query({}, operator(probe))
const apply = (probe: Probe, { id }: BusEvent) =>
  verbs(probe).applyAgain.mutate({ event: id as never }, operator(probe))
const refused = async (answer: Promise<unknown>) => faultOf(await answer.catch((err: unknown) => err))

async function audited({ fixture }: Probe): Promise<unknown[]> {
  const rows = await fixture.rows<{ payload: Buffer }>(`select payload from outbox where kind = 'audit:recorded'`)
  return rows.map(({ payload }) => JSON.parse(unpack(payload)) as unknown)
}

describe('events that could not be applied', () => {
  it('are applied again by an operator once the cause is fixed, each effect once, with an entry for the audit log', async () => {
    const event = contactEvent()
    const { probe, fix } = await startFailing(event)
    await using _ = probe
    fix()
    expect(await apply(probe, event)).toMatchObject({ event: event.id, workspace: event.workspace, deliveries: 10 })
    expect(await probe.effects()).toEqual([event.id])
    expect(await list(probe)).toEqual([])
    expect((await refused(apply(probe, event))).code).toBe('dead_event:not_found')
    expect(await audited(probe)).toMatchObject([
      {
        workspace: event.workspace,
        data: {
          operation: 'deadEvents.applyAgain',
          actor: { id: 'operator', name: 'Ada' },
          target: event.id,
          changes: [{ thing: 'dead_event', before: { kind: 'contact:created', deliveries: 10 }, after: null }],
        },
      },
    ])
  })

  it('stay with their latest error when they fail again, without any effect or entry', async () => {
    const event = contactEvent()
    const { probe } = await startFailing(event)
    await using _ = probe
    const fault = await refused(apply(probe, event))
    expect([fault.code, fault.message]).toEqual(['dead_event:failed', expect.stringContaining('value too long')])
    expect(await list(probe)).toMatchObject([{ event: event.id, deliveries: 11, error: 'Error: value too long' }])
    expect([await probe.effects(), await audited(probe)]).toEqual([[], []])
  })

  it('stay as they are while another transaction holds what they need', async () => {
    const event = contactEvent()
    const { probe, fix } = await startFailing(event)
    await using _ = probe
    fix(Object.assign(new Error('lock timeout'), { code: '55P03' }))
    expect((await refused(apply(probe, event))).code).toBe('service:unavailable')
    expect(await list(probe)).toMatchObject([{ event: event.id, deliveries: 10, error: 'Error: value too long' }])
  })

  it('have one effect when two operators apply them at once, and when only the removal was lost', async () => {
    const event = contactEvent()
    const { probe, fix } = await startFailing(event)
    await using _ = probe
    fix()
    await probe.runtime().applyEvent(event)
    const outcomes = await Promise.allSettled([apply(probe, event), apply(probe, event)])
    expect(outcomes.map(({ status }) => status)).toContain('fulfilled')
    expect(await probe.effects()).toEqual([event.id])
    expect([await list(probe), (await audited(probe)).length]).toEqual([[], 1])
  })

  it('that the bus refused as well are applied once, and published once', async () => {
    const event = contactEvent()
    const { probe, fix } = await startFailing(event)
    await using _ = probe
    await probe.fixture.rows(
      `insert into dead_event (consumer, event_id, kind, payload, error, deliveries)
       select 'bus', event_id, kind, payload, 'too large', 1 from dead_event`,
    )
    fix()
    await apply(probe, event)
    await apply(probe, event)
    expect([await list(probe), await probe.effects()]).toEqual([[], [event.id]])
    expect(await probe.fixture.rows('select 1 from outbox where id = $1', [event.id])).toHaveLength(1)
  })

  it('are discarded with a reason, which the audit log of the workspace keeps, and are never applied', async () => {
    const event = contactEvent()
    const { probe, fix } = await startFailing(event)
    await using _ = probe
    fix()
    const discard = () =>
      verbs(probe).discard.mutate({ event: event.id as never, reason: 'Removed by hand' }, operator(probe))
    expect(await discard()).toMatchObject({ event: event.id })
    expect((await refused(discard())).code).toBe('dead_event:not_found')
    expect((await refused(apply(probe, event))).code).toBe('dead_event:not_found')
    expect([await list(probe), await probe.effects()]).toEqual([[], []])
    expect(await audited(probe)).toMatchObject([
      { workspace: event.workspace, data: { operation: 'deadEvents.discard', given: { reason: 'Removed by hand' } } },
    ])
  })

  it('are shown without what is personal, also with bytes that Postgres takes for no JSON', async () => {
    const event = { ...contactEvent(), data: { ...exampleContact, name: 'Ada \u0000 Lovelace' } }
    const { probe } = await startFailing(event)
    await using _ = probe
    const shown = await verbs(probe).get.query({ event: event.id as never }, operator(probe))
    expect(shown).toMatchObject({ event: event.id, workspace: event.workspace, occurredAt: event.occurredAt })
    expect(shown.data['name']).toMatch(/^#/)
    expect(JSON.stringify(shown)).not.toMatch(/Ada|Lovelace/)
  })
})
