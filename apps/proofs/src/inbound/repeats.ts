import { setTimeout as pause } from 'node:timers/promises'
import { until } from '@posthorn/testkit'
import type { RunningSystem } from '@posthorn/testkit/system'
import { control, eachOf, type Listening, listen } from '@posthorn/testkit/system'
import { all, type Outcome } from '../check.ts'
import { quiescence } from '../invariants.ts'
import type { Stage } from '../stage.ts'
import { type Door, doorOf, messagesTo, post, postSigned, sign, textMessage } from './door.ts'

const toldTexts = (webhook: Listening) =>
  webhook.received().flatMap(({ data }) => (typeof data['message'] === 'string' ? [data['message']] : []))

/** How often each of these texts was told, where that is not once. */
function notOnce(webhook: Listening, texts: readonly string[]): string[] {
  const told = toldTexts(webhook)
  return texts.filter((text) => told.filter((other) => other === text).length !== 1)
}

const storedTexts = async (stage: Stage, texts: readonly string[]) =>
  stage.rows<{ body: string }>(`select body from messaging.message where direction = 'in' and body = any($1)`, [texts])

/** D2: one notification, a hundred times at once, half of them with other bytes around the same message. */
export async function hundredAtOnce(stage: Stage): Promise<Outcome> {
  const system = await stage.system()
  await using webhook = await listen(system, { events: ['message:in'] })
  const door = await doorOf(system)
  const raw = messagesTo(door, [textMessage('D2 once')])
  const statuses = await eachOf(100, 100, (i) => postSigned(door, i % 2 === 0 ? raw : `${raw}${' '.repeat(i)}`))
  await until(() => toldTexts(webhook).includes('D2 once'))
  await quiescence(stage)
  const rows = await storedTexts(stage, ['D2 once'])
  const told = toldTexts(webhook).length
  return all(`100 × ${[...new Set(statuses)].join(', ')}: ${rows.length} message, ${told} message:in`, {
    'all answered 200': statuses.every((status) => status === 200),
    'one message, told once': rows.length === 1 && told === 1,
  })
}

/** A customer writes, over the simulator, which repeats its callback until it is answered 200. */
async function customerWrites(system: RunningSystem, door: Door, text: string): Promise<void> {
  const path = `/numbers/${door.phoneNumberId}/simulate`
  await control(system.account.simulator, path, { message: { from: '+4915112340001', text } })
}

/** D3: Postgres is stopped while customers write. */
export async function withoutPostgres(stage: Stage): Promise<Outcome> {
  const system = await stage.system()
  await using webhook = await listen(system, { events: ['message:in'] })
  const door = await doorOf(system)
  const written: string[] = []
  const answers: { text: string; status: number }[] = []
  const stopping = new AbortController()
  const each = async (everyMs: number, work: (i: number) => Promise<void>) => {
    for (let i = 0; !stopping.signal.aborted; i++) {
      await work(i)
      await pause(everyMs)
    }
  }
  const writing = each(50, async (i) => {
    await customerWrites(system, door, `D3 customer ${i}`)
    written.push(`D3 customer ${i}`)
  })
  const probing = each(20, async (i) => {
    const [text, begun] = [`D3 probe ${i}`, Date.now()]
    const raw = messagesTo(door, [textMessage(text)])
    const status = await post(door.url, raw, sign(raw, door.appSecret))
    answers.push({ text, status })
    if (Date.now() - begun > 5_000) stage.say(`an answer took ${Date.now() - begun} ms`)
  })
  for (let stop = 0; stop < 3; stop++) {
    await pause(1_000)
    const killed = stage.signal('postgres', 'SIGQUIT')
    await until(() => system.run.processes['postgres']?.pid !== killed, { timeoutMs: 30_000 })
    await until(async () => (await stage.rows('select 1')).length === 1, { timeoutMs: 30_000 })
  }
  await pause(1_000)
  stopping.abort()
  await Promise.all([writing, probing])
  const taken = answers.filter(({ status }) => status === 200).map(({ text }) => text)
  const all200 = [...written, ...taken]
  await until(() => notOnce(webhook, all200).length === 0, { timeoutMs: 90_000 }).catch(() => undefined)
  const lost = notOnce(webhook, all200).length
  const refused = answers.filter(({ status }) => status === 503).length
  const strange = [...new Set(answers.map(({ status }) => status))].filter((status) => ![200, 503].includes(status))
  return all(
    `3 stops: ${taken.length} × 200, ${refused} × 503; ${written.length} written by customers, ${lost} lost or told twice`,
    {
      'refused with 503 meanwhile': refused > 0,
      [`nothing but 200 and 503 (${strange.join(', ')})`]: strange.length === 0,
      'what was answered 200 is there, and what customers wrote arrives': lost === 0,
    },
  )
}

/** D4: numbers dies after the commit and before its 200, again and again. */
export async function diesBeforeItsAnswer(stage: Stage): Promise<Outcome> {
  // The second callback of each life meets it: the first is the repeat of the one that killed the life before.
  const system = await stage.freshSystem({ FAULT_POINTS: 'answer.committed/callbacks.receive@2' })
  await using webhook = await listen(system, { events: ['message:in'] })
  const door = await doorOf(system)
  const lives = new Set<number>()
  const texts: string[] = []
  for (let i = 0; i < 10; i++) {
    const text = `D4 ${i}`
    texts.push(text)
    await customerWrites(system, door, text)
    await until(() => toldTexts(webhook).includes(text), { timeoutMs: 60_000, describe: `${text} to be told` })
    lives.add(system.run.processes['numbers']?.pid ?? 0)
  }
  await until(() => lives.add(system.run.processes['numbers']?.pid ?? 0).size > 3, { timeoutMs: 10_000 })
  await quiescence(stage)
  const rows = await storedTexts(stage, texts)
  return all(`${lives.size - 1} deaths after the commit, ${texts.length} written, ${rows.length} messages`, {
    'it died': lives.size > 3,
    'each is one message, told once': rows.length === texts.length && notOnce(webhook, texts).length === 0,
  })
}
