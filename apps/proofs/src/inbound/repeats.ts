import { setTimeout as pause } from 'node:timers/promises'
import { until } from '@posthorn/testkit'
import { control, eachOf, type Listening, listen, type RunningSystem } from '@posthorn/testkit/system'
import { quiescence, repeat } from '../load.ts'
import type { ProofFixture } from '../proof.ts'
import { all, type Outcome } from '../proof.ts'
import { type CallbackTarget, callbackTargetOf, messagesTo, postSigned, textMessage } from './callbacks.ts'

/** Returns the texts that events have reported. */
export const reportedTexts = (webhook: Listening) =>
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

/** D2: one notification, sent a hundred times at once. In half of the copies, the bytes around the message differ. */
export async function hundredAtOnce(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  await using webhook = await listen(system, { events: ['message:in'] })
  const target = await callbackTargetOf(system)
  const raw = messagesTo(target, [textMessage('D2 once')])
  const statuses = await eachOf(100, 100, (i) => postSigned(target, i % 2 === 0 ? raw : `${raw}${' '.repeat(i)}`))
  await until(() => reportedTexts(webhook).includes('D2 once'))
  await quiescence(fixture)
  const rows = await storedTexts(fixture, ['D2 once'])
  const expected = reportedTexts(webhook).length
  return all(`100 × ${[...new Set(statuses)].join(', ')}: ${rows.length} message, ${expected} message:in`, {
    'all answered 200': statuses.every((status) => status === 200),
    'one message, announced once': rows.length === 1 && expected === 1,
  })
}

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
  for (let stop = 0; stop < 3; stop++) {
    await pause(1_000)
    await fixture.killAndWait('postgres', 'SIGQUIT')
    await until(async () => (await fixture.rows('select 1')).length === 1, { timeoutMs: 30_000 })
  }
  await pause(1_000)
  await Promise.all([writing.stop(), probing.stop()])
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
