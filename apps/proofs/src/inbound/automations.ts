import { until } from '@posthorn/testkit'
import { eachOf, phoneOf, type RunningSystem } from '@posthorn/testkit/system'
import { all, type Outcome } from '../check.ts'
import { brokenInvariants } from '../invariants.ts'
import type { ProofFixture } from '../proof.fixture.ts'

/** A chat at the end: messages sent, runs stored and told in its history, labels, and whether the customer still waits. */
type End = { chat: string; sent: number; runs: number; told: number; labels: number; waits: boolean }

/** Two rules act once in each chat: both reply, one adds a label. Neither answers the customer. */
const once: Omit<End, 'chat'> = { sent: 2, runs: 2, told: 2, labels: 1, waits: true }

/** Returns the chats in which something happened twice, or not at all. */
function wrongEnds(ends: readonly End[]): string[] {
  return ends.flatMap((end) => {
    const wrong = (Object.keys(once) as (keyof typeof once)[]).filter((fact) => end[fact] !== once[fact])
    return wrong.length > 0 ? [`${end.chat}: ${wrong.map((fact) => `${fact} ${end[fact]}`).join(', ')}`] : []
  })
}

const endsOf = (fixture: ProofFixture) =>
  fixture.rows<End>(
    `select c.id as chat, c.waiting_since is not null as waits, cardinality(c.label_ids) as labels,
       (select count(*)::int from messaging.message m where m.chat_id = c.id and m.direction = 'out') as sent,
       (select count(*)::int from messaging.automation_run r where r.chat_id = c.id) as runs,
       (select count(*)::int from messaging.chat_change h where h.chat_id = c.id and h.change = 'automated') as told
     from messaging.chat c`,
    [],
    'messaging',
  )

const customers = 30

async function makeRules(system: RunningSystem): Promise<void> {
  await system.ok('POST', '/v1/labels', { body: { name: 'New', color: '#2f80ed' } })
  const rules = [
    { trigger: 'conversation_started', actions: { labels: ['New'], reply: { message: 'Welcome' } } },
    { trigger: 'message_received', actions: { reply: { message: 'Received', pauseHours: 1 } } },
  ]
  for (const rule of rules) await system.ok('POST', '/v1/automations', { body: { name: rule.trigger, ...rule } })
}

/** D15: messaging is killed again and again while it runs automations, with the effects written and not committed. */
export async function automationsRunOnce(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.freshSystem({ FAULT_POINTS: 'job.written/automations@10' })
  await makeRules(system)
  const lives = new Set<number>()
  const live = () => lives.add(system.run.processes['messaging']?.pid ?? 0)
  live()
  await eachOf(customers, 4, async (place) => {
    const message = { from: phoneOf(830_000 + place), text: `Hello ${place}` }
    await system.ok('POST', `/v1/numbers/${system.account.number}/simulate`, { body: { message } })
  })
  await until(
    async () => {
      live()
      const ends = await endsOf(fixture)
      return ends.length === customers && ends.every(({ runs }) => runs >= once.runs)
    },
    { timeoutMs: 240_000, describe: 'each rule to act in each chat' },
  )
  const broken = await brokenInvariants(fixture, system)
  const wrong = wrongEnds(await endsOf(fixture))
  return all(
    `${lives.size - 1} deaths of messaging, ${customers} chats, ${wrong.length} with anything else than one run of each rule`,
    {
      'it died': lives.size > 2,
      [`each rule acts once in each chat, and on no text of a rule (${wrong.slice(0, 3).join('; ')})`]:
        wrong.length === 0,
      [`the invariants hold (${broken.join('; ')})`]: broken.length === 0,
    },
  )
}

/** D15-twin: runners that repeat a run after a death, or react to what a rule sent; D15 must notice. */
export async function automationsRunAgain(): Promise<Outcome> {
  const end = (change: Partial<End>): End => ({ chat: 'chat', ...once, ...change })
  const faulty = {
    'a reply that is sent again': end({ sent: 3, runs: 3, told: 3 }),
    'a rule that answers a rule': end({ sent: 4, runs: 4, told: 4 }),
    'a run that is not in the history': end({ told: 1 }),
    'a run that was lost': end({ sent: 1, runs: 1, told: 1 }),
    'a reply that counts as an answer': end({ waits: false }),
  }
  const seen = Object.entries(faulty).map(([what, each]) => [what, wrongEnds([each]).length === 1] as const)
  return all(`${seen.length} faulty runners`, {
    ...Object.fromEntries(seen),
    'a sound one passes': wrongEnds([end({})]).length === 0,
  })
}
