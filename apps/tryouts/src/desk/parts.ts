import { until } from '@posthorn/testkit'
import { patienceMs } from '@posthorn/testkit/browser'
import { eachOf, phoneOf, type RunningSystem } from '@posthorn/testkit/system'
import type { Hands } from './hands.ts'

const firstNames = ['Ada', 'Mei', 'Olu', 'Chiara', 'Jonas'] as const
const customers = 20
const noteEvery = 4

/** A template. `first_name`: the sample of its variable, which has a name, so that the inbox can fill it in. */
type Template = { name: string; text: string; first_name?: string }

export const replyTemplate: Template = {
  name: 'umbrella_ready',
  text: 'Hello {{first_name}}, your umbrella is ready. Come by today.',
  first_name: 'Ada',
}

/** Writes a template, and waits until the provider approves it. */
export async function makeTemplate(lead: Hands, template: Template): Promise<void> {
  await lead.goTo('Templates')
  await lead.click(lead.button('New template'))
  await lead.fill('Name', template.name)
  await lead.fill('Text', template.text)
  if (template.first_name !== undefined) await lead.fill('Sample for first_name', template.first_name)
  await lead.click(lead.button('Submit for review'))
  const row = lead.page.getByRole('row').filter({ hasText: template.name })
  await lead.see(row.filter({ hasText: /approved/i }))
}

/** Has 20 customers ask something, and waits until all of their chats wait for a reply. */
export async function customersWrite(system: RunningSystem): Promise<void> {
  const { number } = system.account
  await eachOf(customers, 2, (i) => {
    const name = `${firstNames[i % firstNames.length]} Customer ${i}`
    const message = { from: phoneOf(860_000 + i), name, text: `Is umbrella ${i} repaired?` }
    return system.ok('POST', `/v1/numbers/${number}/simulate`, { body: { message } })
  })
  const waiting = async () => (await system.ok<unknown[]>('GET', '/v1/chats?waiting=true&size=50')).length === customers
  await until(waiting, { timeoutMs: patienceMs, describe: 'all customers to wait' })
}

/** Replies to all waiting customers by keyboard: next chat, template, sometimes a note, resolve. Returns how many are still waiting. */
export async function answerAll(system: RunningSystem, agent: Hands): Promise<number> {
  const { page } = agent
  await agent.goTo('Inbox')
  await agent.click(page.getByRole('link', { name: /^Waiting/ }))
  await page.locator('[data-rows] a').nth(3).waitFor()
  for (let i = 0; i < customers; i++) await answerNext(agent, i % noteEvery === 0)
  return (await system.ok<unknown[]>('GET', '/v1/chats?waiting=true&size=50')).length
}

/** Replies to the next chat with the keys of the inbox: `j` opens it, `t` lists templates, and `e` resolves it. */
async function answerNext(agent: Hands, withNote: boolean): Promise<void> {
  const { page } = agent
  const before = page.url()
  await agent.press('j')
  await page.waitForURL((url) => url.href !== before)
  // A person would first see that the next chat, which has no reply yet, is open.
  await page.getByRole('article').filter({ hasText: 'your umbrella is ready' }).first().waitFor({ state: 'detached' })
  await agent.see(page.getByRole('article').filter({ hasText: 'repaired?' }))
  await agent.see(page.getByRole('textbox', { name: /^Reply…/ }))
  await agent.press('t')
  await agent.type('umb')
  await agent.see(page.getByRole('button', { name: /^umbrella_ready/ }))
  await agent.press('Enter')
  await agent.see(agent.button('Send template'))
  await agent.press('Enter')
  await agent.see(page.getByRole('article').filter({ hasText: 'your umbrella is ready' }))
  if (withNote) await note(agent, 'Paid in the shop already.')
  await agent.press('e')
  await agent.see(page.getByRole('button', { name: 'Reopen' }))
}

/** Writes a note, which `n` begins and Escape leaves. */
async function note(agent: Hands, text: string): Promise<void> {
  const { page } = agent
  await agent.press('n')
  await agent.see(page.getByRole('textbox', { name: /^Write a note/ }))
  await agent.type(text)
  await agent.press('Enter')
  await agent.see(page.getByRole('article').filter({ hasText: text }))
  await agent.press('Escape')
}

const people = 500
const tag = 'autumn'
export const saleTemplate: Template = {
  name: 'autumn_sale',
  text: 'Our autumn umbrellas are here: this week for 20 % less.',
}
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
  await lead.choose('Template', `${saleTemplate.name} (en)`)
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
