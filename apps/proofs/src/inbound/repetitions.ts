import { setTimeout as pause } from 'node:timers/promises'
import { until } from '@posthorn/testkit'
import {
  type CallbackTarget,
  callbackTargetOf,
  control,
  eachOf,
  type Listening,
  listen,
  messagesTo,
  phoneOf,
  postSigned,
  type RunningSystem,
  textMessage,
} from '@posthorn/testkit/system'
import { brokenInvariants, quiescence, repeat } from '../load.ts'
import { all, type Outcome, type ProofFixture } from '../proof.ts'

/** Returns the texts that events have reported. */
const reportedTexts = (webhook: Listening) =>
  webhook.received().flatMap(({ data }) => (typeof data['message'] === 'string' ? [data['message']] : []))

/** Returns the texts that events have not reported exactly once. */
function notOnce(webhook: Listening, texts: readonly string[]): string[] {
  const reported = reportedTexts(webhook)
  return texts.filter((text) => reported.filter((other) => other === text).length !== 1)
}

/** Returns those of these texts that are stored as messages from customers. */
const storedTexts = async (fixture: ProofFixture, texts: readonly string[]) =>
  fixture.rows<{ body: string }>(`select body from messaging.message where direction = 'in' and body = any($1)`, [
    texts,
  ])

/** Sends a customer's message through the simulator, which repeats its callback until it gets a 200. */
async function customerWrites(system: RunningSystem, target: CallbackTarget, text: string): Promise<void> {
  const path = `/numbers/${target.phoneNumberId}/simulate`
  await control(system.account.simulator, path, { message: { from: '+4915112340001', text } })
}

/** D3: Postgres is stopped while customers write. */
export async function withoutPostgres(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  await using webhook = await listen(system, { events: ['message:in'] })
  const target = await callbackTargetOf(system)
  const written: string[] = []
  const answers: { text: string; status: number }[] = []
  const writing = repeat(50, async (i) => {
    await customerWrites(system, target, `D3 customer ${i}`)
    written.push(`D3 customer ${i}`)
  })
  const probing = repeat(20, async (i) => {
    const [text, begun] = [`D3 probe ${i}`, Date.now()]
    const raw = messagesTo(target, [textMessage(text)])
    answers.push({ text, status: await postSigned(target, raw) })
    if (Date.now() - begun > 5_000) fixture.say(`an answer took ${Date.now() - begun} ms`)
  })
  try {
    for (let stop = 0; stop < 3; stop++) {
      await pause(1_000)
      await fixture.killAndWait('postgres', 'SIGQUIT')
      await until(async () => (await fixture.rows('select 1')).length === 1, { timeoutMs: 30_000 })
    }
    await pause(1_000)
  } finally {
    await Promise.all([writing.stop(), probing.stop()])
  }
  const taken = answers.filter(({ status }) => status === 200).map(({ text }) => text)
  const all200 = [...written, ...taken]
  await until(() => notOnce(webhook, all200).length === 0, { timeoutMs: 90_000 }).catch(() => undefined)
  const lost = notOnce(webhook, all200).length
  const refused = answers.filter(({ status }) => status === 503).length
  const strange = [...new Set(answers.map(({ status }) => status))].filter((status) => ![200, 503].includes(status))
  return all(
    `3 stops: ${taken.length} × 200, ${refused} × 503; ${written.length} written by customers, ${lost} lost or announced twice`,
    {
      'refused with 503 meanwhile': refused > 0,
      [`nothing but 200 and 503 (${strange.join(', ')})`]: strange.length === 0,
      'what was answered 200 is there, and what customers wrote arrives': lost === 0,
    },
  )
}

/** D4: the numbers service is killed repeatedly, after the commit and before its 200. */
export async function diesBeforeItsAnswer(fixture: ProofFixture): Promise<Outcome> {
  // Kills each process on its second callback. The first one repeats the callback that the previous kill interrupted.
  const system = await fixture.freshSystem({ FAULT_POINTS: 'answer.committed/callbacks.receive@2' })
  await using webhook = await listen(system, { events: ['message:in'] })
  const target = await callbackTargetOf(system)
  const lives = new Set<number>()
  const texts: string[] = []
  for (let i = 0; i < 10; i++) {
    const text = `D4 ${i}`
    texts.push(text)
    await customerWrites(system, target, text)
    await until(() => reportedTexts(webhook).includes(text), { timeoutMs: 60_000, describe: `${text} to be announced` })
    lives.add(system.run.processes['numbers']?.pid ?? 0)
  }
  await until(() => lives.add(system.run.processes['numbers']?.pid ?? 0).size > 3, { timeoutMs: 10_000 })
  await quiescence(fixture)
  const rows = await storedTexts(fixture, texts)
  return all(`${lives.size - 1} deaths after the commit, ${texts.length} written, ${rows.length} messages`, {
    'it died': lives.size > 3,
    'each is one message, announced once': rows.length === texts.length && notOnce(webhook, texts).length === 0,
  })
}

/**
 * The final state of a chat: messages sent, runs stored and listed in its history (`told`), labels, rating questions, score, status, and
 * whether the customer is waiting.
 */
type ChatEnd = {
  chat: string
  sent: number
  runs: number
  told: number
  labels: number
  questions: number
  score: number | null
  status: string
  waits: boolean
}

/** Two rules act once in each chat: both reply, and one adds a label. Neither counts as a reply to the customer. */
type Facts = Omit<ChatEnd, 'chat'>
const afterWriting: Facts = {
  sent: 2,
  runs: 2,
  told: 2,
  labels: 1,
  questions: 0,
  score: null,
  status: 'open',
  waits: true,
}
/** Once the chat is resolved, a third rule asks for a rating. The customer's rating neither reopens the chat nor triggers a rule. */
const afterRating: Facts = {
  ...afterWriting,
  sent: 3,
  runs: 3,
  told: 3,
  questions: 1,
  score: 4,
  status: 'resolved',
  waits: false,
}

/** Describes the chats that did not end as expected. */
const wrongEnds = (ends: readonly ChatEnd[], expected: Facts): string[] =>
  ends.flatMap((end) => {
    const wrong = (Object.keys(expected) as (keyof Facts)[]).filter((fact) => end[fact] !== expected[fact])
    return wrong.length > 0 ? [`${end.chat}: ${wrong.map((fact) => `${fact} ${end[fact]}`).join(', ')}`] : []
  })

/** Reads the final state of every chat of the system. All are of this check. */
const endsOf = (fixture: ProofFixture) =>
  fixture.rows<ChatEnd>(
    `select c.id as chat, c.waiting_since is not null as waits, cardinality(c.label_ids) as labels, c.status, (c.rating->>'score')::int as score,
       (select count(*)::int from messaging.rating q where q.chat_id = c.id) as questions,
       (select count(*)::int from messaging.message m where m.chat_id = c.id and m.direction = 'out') as sent,
       (select count(*)::int from messaging.automation_run r where r.chat_id = c.id) as runs,
       (select count(*)::int from messaging.chat_change h where h.chat_id = c.id and h.change = 'automated') as told
     from messaging.chat c`,
    [],
    'messaging',
  )

const customers = 30

/** Rates each chat as its customer would, by choosing the list's second option. */
async function answerQuestions(fixture: ProofFixture, system: RunningSystem): Promise<void> {
  const ratings = await fixture.rows<{ id: string; phone: string }>(
    'select r.id, c.phone from messaging.rating r join messaging.chat c on c.id = r.chat_id',
    [],
    'messaging',
  )
  await eachOf(ratings.length, 4, async (place) => {
    const { id, phone } = ratings[place] as (typeof ratings)[number]
    const content = { type: 'list_reply', list_reply: { id: `rating:${id}:${afterRating.score}`, title: '★★★★' } }
    const message = { from: phone, type: 'interactive', content }
    await system.ok('POST', `/v1/numbers/${system.account.number}/simulate`, { body: { message } })
  })
}

/** Creates the three rules whose effects `afterWriting` and `afterRating` count. */
async function makeRules(system: RunningSystem): Promise<void> {
  await system.ok('POST', '/v1/labels', { body: { name: 'New', color: '#2f80ed' } })
  const rules = [
    { trigger: 'conversation_started', actions: { labels: ['New'], reply: { message: 'Welcome' } } },
    { trigger: 'message_received', actions: { reply: { message: 'Received', pauseHours: 1 } } },
    { trigger: 'chat_resolved', actions: { rating: { message: 'How did we do?' } } },
  ]
  for (const rule of rules) await system.ok('POST', '/v1/automations', { body: { name: rule.trigger, ...rule } })
}

/** D15: messaging is killed repeatedly while it runs automations, after writing the effects and before committing them. */
export async function automationsRunOnce(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.freshSystem({ FAULT_POINTS: 'job.written/automations@10' })
  await makeRules(system)
  const lives = new Set<number>()
  const noteProcess = () => lives.add(system.run.processes['messaging']?.pid ?? 0)
  noteProcess()
  await eachOf(customers, 4, async (place) => {
    const message = { from: phoneOf(830_000 + place), text: `Hello ${place}` }
    await system.ok('POST', `/v1/numbers/${system.account.number}/simulate`, { body: { message } })
  })
  const reach = (what: string, isReached: (end: ChatEnd) => boolean) =>
    until(
      async () => {
        noteProcess()
        const ends = await endsOf(fixture)
        return ends.length === customers && ends.every(isReached)
      },
      { timeoutMs: 240_000, describe: what },
    )
  await reach('both rules to act in each chat', ({ runs }) => runs >= afterWriting.runs)
  const open = await endsOf(fixture)
  const chats = open.map(({ chat }) => chat)
  await eachOf(chats.length, 4, async (place) => {
    await system.ok('PATCH', `/v1/chats/${chats[place]}`, { body: { status: 'resolved' } })
  })
  await reach('each customer to be asked for a rating', ({ questions }) => questions >= afterRating.questions)
  await answerQuestions(fixture, system)
  await reach('each rating to be stored', ({ score }) => score !== null)
  const broken = await brokenInvariants(fixture, system)
  const wrong = [...wrongEnds(open, afterWriting), ...wrongEnds(await endsOf(fixture), afterRating)]
  return all(
    `${lives.size - 1} deaths of messaging, ${customers} chats, ${wrong.length} with anything else than one run of each rule and the rating of the customer`,
    {
      'it died': lives.size > 2,
      [`each rule acts once in each chat, and on no text of a rule (${wrong.slice(0, 3).join('; ')})`]:
        wrong.length === 0,
      [`the invariants hold (${broken.join('; ')})`]: broken.length === 0,
    },
  )
}

/** D15-twin: nine faulty runners, such as one that repeats a run or reacts to a rule's own message. D15 must catch each. */
export async function automationsRunAgain(): Promise<Outcome> {
  const end = (change: Partial<ChatEnd>): ChatEnd => ({ chat: 'chat', ...afterRating, ...change })
  const faulty = {
    'a reply that is sent again': end({ sent: 4, runs: 4, told: 4 }),
    'a rule that answers a rule': end({ sent: 5, runs: 5, told: 5 }),
    'a rule that answers a rating': end({ sent: 4, runs: 4, told: 4, waits: true }),
    'a second question': end({ questions: 2 }),
    'a rating that opens the chat': end({ status: 'open' }),
    'a rating that is lost': end({ score: null }),
    'a run that is not in the history': end({ told: 1 }),
    'a run that was lost': end({ sent: 2, runs: 2, told: 2 }),
  }
  const seen = Object.entries(faulty).map(
    ([what, each]) => [what, wrongEnds([each], afterRating).length === 1] as const,
  )
  return all(`${seen.length + 1} faulty runners`, {
    ...Object.fromEntries(seen),
    'a reply that counts as an answer': wrongEnds([end({ ...afterWriting, waits: false })], afterWriting).length === 1,
    'a sound one passes':
      wrongEnds([end({})], afterRating).length === 0 && wrongEnds([end(afterWriting)], afterWriting).length === 0,
  })
}
