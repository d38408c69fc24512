import { phoneOf } from '@posthorn/testkit/system'
import { all, type Outcome } from '../check.ts'
import { quantile } from '../many-rows.ts'
import type { ProofFixture } from '../proof.fixture.ts'
import { chatOf, chatRows, membersOf, openInbox, write } from './members.ts'

const messages = 60
const shownMsMax = 1_000

/** K4: the time from the call by which a customer writes until an open chat and the list of chats show the words. */
export async function showsSoon(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const [owner] = await membersOf(system)
  const phone = phoneOf(875_000)
  const chat = await chatOf(system, phone)
  await using watched = await openInbox(system, owner)
  const { page } = watched
  await page.goto(`/app/${system.account.workspace}/inbox/all/${chat}`)
  await page.getByRole('article').first().waitFor()
  await page.getByRole('status').filter({ hasText: /^Live/ }).waitFor()
  const times: number[] = []
  for (let i = 0; i < messages; i++) {
    const text = `question number ${i}.`
    const begun = performance.now()
    await write(system, phone, text)
    await page.getByRole('article').filter({ hasText: text }).waitFor()
    await chatRows(page, chat).filter({ hasText: text }).waitFor()
    times.push(performance.now() - begun)
  }
  const [middle, most] = [quantile(times, 0.5), quantile(times, 0.95)]
  const measured = `${messages} messages, on the screen after ${middle} ms, p95 ${most} ms`
  return all(measured, { 'within a second': most <= shownMsMax })
}
