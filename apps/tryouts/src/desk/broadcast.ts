import { until } from '@posthorn/testkit'
import { patienceMs } from '@posthorn/testkit/browser'
import { phoneOf, type RunningSystem } from '@posthorn/testkit/system'
import type { Hands } from './hands.ts'

const people = 500
const tag = 'autumn'
const template = 'autumn_sale'
/** The number's rate per second, slow enough that a person can stop a broadcast. */
const perSecond = 20

const csv = ['Phone;Name', ...Array.from({ length: people }, (_, i) => `${phoneOf(870_000 + i)};Regular ${i}`)].join(
  '\n',
)

const segmentButton = `Create a segment for tag ${tag}`

/** Imports 500 people with a tag from a file, first as a dry run. */
export async function importPeople(lead: Hands): Promise<void> {
  const { page } = lead
  await lead.goTo('Contacts')
  await lead.click(page.getByRole('link', { name: 'Imports' }))
  await lead.chooseFile({ name: 'regulars.csv', text: csv })
  await lead.fill('Tags for all contacts', tag)
  await lead.click(lead.button('Start dry run'))
  await lead.click(lead.button(`Import ${people} contacts now`))
  await lead.see(lead.button(segmentButton))
}

/** Writes the template of the broadcast, and waits until the provider approves it. */
export async function makeSaleTemplate(lead: Hands): Promise<void> {
  await lead.goTo('Templates')
  await lead.click(lead.button('New template'))
  await lead.fill('Name', template)
  await lead.fill('Text', 'Our autumn umbrellas are here: this week for 20 % less.')
  await lead.click(lead.button('Submit for review'))
  await lead.see(
    lead.page
      .getByRole('row')
      .filter({ hasText: template })
      .filter({ hasText: /approved/i }),
  )
}

/** Lowers the number's rate, so that a broadcast to 500 people can be stopped in time. */
export async function slowDown(system: RunningSystem): Promise<void> {
  const body = { settings: { ratePerSecond: perSecond } }
  await system.ok('PATCH', `/v1/numbers/${system.account.number}`, { body })
}

/** Sends a post to those just imported, first as a test and then to everyone, and stops it. Returns the number of people it did not reach. */
export async function sendAndStop(system: RunningSystem, lead: Hands): Promise<number> {
  const { page } = lead
  await lead.click(lead.button(segmentButton))
  await lead.see(page.getByText(`${people} contacts match.`))
  await lead.click(page.getByRole('link', { name: 'Send a broadcast' }))
  await lead.see(page.getByRole('heading', { level: 1, name: 'Broadcasts' }))
  await lead.fill('Name', 'Regular customers')
  await lead.click(lead.button('Create broadcast channel'))
  await lead.choose('Template', `${template} (en)`)
  await lead.fill('Test phones', phoneOf(869_999))
  await lead.click(lead.button('Send test'))
  await lead.see(page.getByText('Test sent, waiting for release'))
  await lead.click(lead.button('Release to everyone'))
  const question = page.getByRole('dialog', { name: 'Release to everyone' })
  await lead.see(question.getByText(`${people} people will get it now.`))
  await lead.click(question.getByRole('button', { name: 'Release to everyone' }))
  await lead.see(page.getByRole('row', { name: /^Delivered [1-9]/ }))
  await lead.click(lead.button('Stop'))
  await lead.click(page.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }))
  await lead.see(page.getByText(/^Stopped\. /))
  return canceled(system)
}

type Post = { status: string; counts: { total: number; canceled: number; waiting: number; queued: number } }

/**
 * Waits until the post has stopped. Returns how many people it did not reach. Fails if it reached all or none of them, because that proves
 * nothing.
 */
async function canceled(system: RunningSystem): Promise<number> {
  const [channel] = await system.ok<{ id: string }[]>('GET', '/v1/channels')
  const stopped = async () => {
    const [post] = await system.ok<Post[]>('GET', `/v1/posts?channel=${channel?.id}`)
    return post?.status === 'stopped' && post.counts.waiting + post.counts.queued === 0 ? post : undefined
  }
  const { counts } = await until(stopped, { timeoutMs: patienceMs, describe: 'the post to be stopped' })
  if (counts.canceled === 0 || counts.canceled >= people) throw new Error(`stopped with ${JSON.stringify(counts)}`)
  return counts.canceled
}
