import { packLightly, until } from '@posthorn/testkit'
import {
  callbackTargetOf,
  type Listening,
  listen,
  messagesTo,
  postSigned,
  type RunningSystem,
  textMessage,
} from '@posthorn/testkit/system'
import { all, type Outcome, type ProofFixture, succeeds } from '../proof.ts'
import { TenantFixture } from '../scenarios/contract/tenant.fixture.ts'
import { OwnBroker } from './broker.ts'

/** More than a sweep reads at once, so that they would fill it. */
const oversized = 220
const characters = 1_150_000
const texts = ['B16 first', 'B16 second', 'B16 third']
const withinMs = 10_000
/** The twin counts as stuck after this many milliseconds. */
const stuckMs = 20_000

/** Inserts oversized events, like those that callbacks with long text would cause if the text weren't truncated. */
async function leaveBehind(fixture: ProofFixture, workspaceId: string): Promise<void> {
  const events = Array.from({ length: oversized }, (_, i) => {
    const id = `evt_${String(i + 1).padStart(26, '0')}`
    return { id, event: 'provider:message', workspace: workspaceId, text: 'x'.repeat(characters) }
  })
  await fixture.rows(
    `with event as (
       insert into numbers.outbox (id, workspace_id, kind, payload, created_at)
       select id, $1, 'provider:message', payload, now() - interval '5 seconds' from unnest($2::text[], $3::bytea[]) as e (id, payload)
       returning id, created_at
     )
     insert into numbers.outbox_batch (id, ids, created_at) select id, array[id], created_at from event`,
    [workspaceId, events.map(({ id }) => id), events.map((event) => packLightly(JSON.stringify(event)))],
  )
}

/** Keeps events in the queue that the relay would set aside, as if the relay didn't know that the bus will never accept them. */
async function keepWaiting(fixture: ProofFixture): Promise<void> {
  await fixture.rows(
    `create function numbers.keep() returns trigger language plpgsql as
       $$begin if old.id like 'evt_0000%' then return null; end if; return coalesce(new, old); end$$`,
  )
  await fixture.rows('create trigger keep before delete on numbers.outbox for each row execute function numbers.keep()')
  await fixture.rows(
    'create trigger keep before delete or update on numbers.outbox_batch for each row execute function numbers.keep()',
  )
}

/** Counts the messages of the quiet workspace that its webhook has received. */
const arrived = (webhook: Listening) =>
  texts.filter((text) => webhook.received().some(({ data }) => data['message'] === text)).length

/**
 * Receives messages for a quiet workspace after another workspace has built up a backlog while the broker was down. `isBroken`: the relay
 * keeps the events that the bus refuses, as the twin does.
 */
async function receiveBesideBacklog(fixture: ProofFixture, { isBroken }: { isBroken: boolean }) {
  await using broker = await OwnBroker.start()
  const system = await fixture.freshSystem({ NATS_URL: broker.url })
  const { key, target } = await quietWorkspace(system)
  await using webhook = await listen(system, { events: ['message:in'], key })
  if (isBroken) await keepWaiting(fixture)
  await broker.kill()
  await leaveBehind(fixture, system.account.workspace)
  const statuses: number[] = []
  for (const text of texts) statuses.push(await postSigned(target, messagesTo(target, [textMessage(text)])))
  await broker.resume()
  const resumedAt = performance.now()
  const timeoutMs = isBroken ? stuckMs : 60_000
  const isThere = await succeeds(until(() => arrived(webhook) === texts.length, { timeoutMs }))
  const tookMs = Math.round(performance.now() - resumedAt)
  return { system, isThere, tookMs, statuses, arrived: arrived(webhook) }
}

/**
 * Creates another workspace with a simulator number. Returns its key, and the number's callback URL and secrets. Nothing listens at the
 * receiver's address, because the caller makes its own webhook.
 */
async function quietWorkspace(system: RunningSystem) {
  const other = await TenantFixture.create(system, 'B16', 'http://127.0.0.1:9/')
  const body = { name: 'B16', provider: 'simulator' }
  const key = other.keys.all
  const { id: number } = await system.ok<{ id: string }>('POST', '/v1/numbers', { body, key })
  return { key, target: await callbackTargetOf(system, { number, key }) }
}

/** Returns why the process at an internal address is not well. */
const reasonsOf = async (url: string | undefined) =>
  ((await (await fetch(`${url}/readyz`)).json()) as { reasons: string[] }).reasons

/** B16: one workspace has events that the bus refuses, while another receives messages. */
export async function oversizedEvents(fixture: ProofFixture): Promise<Outcome> {
  const { system, isThere, tookMs, statuses } = await receiveBesideBacklog(fixture, { isBroken: false })
  const dead = () => fixture.count(`numbers.dead_event where error like '%the bus takes%'`)
  await until(async () => (await dead()) === oversized, { timeoutMs: 60_000 }).catch(() => undefined)
  const [asideCount, reasons] = [await dead(), await reasonsOf(system.run.urls['numbers'])]
  await fixture.end()
  return all(
    `${texts.length} messages of another workspace after ${tookMs} ms; ${asideCount} of ${oversized} set aside; "${reasons.join('; ')}"`,
    {
      'callbacks answered 200': statuses.every((status) => status === 200),
      'all arrived': isThere,
      'within 10 s': tookMs < withinMs,
      'all set aside with their reason': asideCount === oversized,
      'readiness names them': reasons.some((reason) => reason.includes(`${oversized} events were set aside`)),
    },
  )
}

/** The broken twin of B16: refused events stay in the queue. */
export async function oversizedEventsStay(fixture: ProofFixture): Promise<Outcome> {
  const { arrived } = await receiveBesideBacklog(fixture, { isBroken: true })
  await fixture.end()
  return {
    passed: arrived < texts.length,
    measured: `${arrived} of ${texts.length} messages of another workspace arrived within ${stuckMs / 1_000} s`,
  }
}
