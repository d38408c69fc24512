import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { all, type Outcome } from '../check.ts'
import type { ProofFixture } from '../proof.fixture.ts'
import { membersOf, openInbox } from './members.ts'
import { Desk, type Play, plays } from './send-once.ts'

const playsOfProof = 40
/** The gateway is killed during one of this many plays. */
const killEvery = 8

/** K6: random keys, reloads and tabs, with lost responses and a killed gateway: each text exists exactly once. */
export async function sendsOnce(fixture: ProofFixture): Promise<Outcome> {
  const { seed } = fixture
  const system = await fixture.system()
  const [owner] = await membersOf(system)
  await using watched = await openInbox(system, owner)
  const desk = await Desk.open(system, watched.page, `Proof ${seed}`)
  let [texts, kills] = [0, 0]
  const faults: string[] = []
  for (const [i, play] of fc.sample(plays, { seed, numRuns: playsOfProof }).entries()) {
    fixture.stopSignal.throwIfAborted()
    const isKilled = i % killEvery === killEvery - 1
    const killed = isKilled ? pause(500).then(() => fixture.killAndWait('gateway')) : Promise.resolve()
    const written = await desk.play(play)
    await killed
    await desk.settle()
    faults.push(...(await desk.faultsOf(written)))
    texts += written.length
    kills += Number(isKilled)
  }
  const measured = `seed ${seed}: ${texts} texts in ${playsOfProof} plays of keys, reloads and tabs, ${kills} kills of the gateway; ${faults.length} not exactly once`
  return all(measured, { [`each exactly once (${faults[0]})`]: texts > 0 && faults.length === 0 })
}

/** K6-twin: the same program with a new key for each attempt. A lost response then sends a text twice. */
export async function doubleSendIsCaught(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const [owner] = await membersOf(system)
  await using watched = await openInbox(system, owner)
  const desk = await Desk.open(system, watched.page, `Twin ${fixture.seed}`)
  await watched.page.context().route(/\/v1\/(messages|chats\/[^/]+\/notes)$/, (route) => {
    const headers = { ...route.request().headers(), 'idempotency-key': randomUUID() }
    return route.fallback({ headers })
  })
  const write = { kind: 'write', as: 'r', enters: 1 } as const
  const lost: Play = { steps: [write], fates: [{ fate: 'has no response', latencyMs: 0 }] }
  const written = await desk.play(lost)
  await desk.allMet()
  await desk.settle()
  const [fault] = await desk.faultsOf(written)
  return { passed: fault !== undefined, measured: `with another key for each attempt: ${fault ?? 'nothing found'}` }
}
