import { phoneOf } from '@posthorn/testkit/system'
import type { Outcome } from '../check.ts'
import type { ProofFixture } from '../proof.fixture.ts'
import { chatOf, membersOf, openInbox, write } from './members.ts'
import { differenceOf } from './shown.ts'

/** K2-twin: a page that gets no events is compared once another one shows what happened. */
export async function stalePageIsCaught(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const [owner, agent] = await membersOf(system)
  const phone = phoneOf(885_000)
  const chat = await chatOf(system, phone)
  await using stale = await openInbox(system, owner)
  await using live = await openInbox(system, agent)
  await stale.page.route('**/v1/events/stream*', (route) => route.abort())
  for (const { page } of [stale, live]) {
    await page.goto(`/app/${system.account.workspace}/inbox/all/${chat}`)
    await page.locator('article[id^="msg_"]').first().waitFor()
  }
  await write(system, phone, 'Is anybody there?')
  await live.page.getByRole('article').filter({ hasText: 'Is anybody there?' }).waitFor()
  const difference = await differenceOf(stale.page, system, chat)
  return { passed: difference !== undefined, measured: `without its stream: ${difference ?? 'no difference'}` }
}
