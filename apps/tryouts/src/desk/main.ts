import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '@posthorn/testkit'
import { closeBrowser, patienceMs } from '@posthorn/testkit/browser'
import { phoneOf, RunningSystem, repositoryRoot, setQueue } from '@posthorn/testkit/system'
import { answerAll, customersWrite, makeTemplate } from './answers.ts'
import { gatherPeople, makeSaleTemplate, sendAndStop, slowDown } from './broadcast.ts'
import type { Effort, Hands } from './hands.ts'
import { type Part, pageOf, rowOf } from './page.ts'
import { beginAsLead, makeTeam } from './team.ts'

const customer = { phone: phoneOf(880_000), name: 'Nora Waiting' }
const answer = 'Yes, it lies at the counter.'

type Message = { id: string; status: string }

/** A colleague replies while the queue is paused, so that a customer gets no answer. */
async function loseAnAnswer(system: RunningSystem): Promise<string> {
  const { number } = system.account
  const message = { from: customer.phone, name: customer.name, text: 'Have you found my umbrella?' }
  await system.ok('POST', `/v1/numbers/${number}/simulate`, { body: { message } })
  const written = async () =>
    (await system.ok<unknown[]>('GET', `/v1/chats?search=${encodeURIComponent(customer.phone)}`)).length === 1
  await until(written, { timeoutMs: patienceMs, describe: 'the chat of the customer' })
  await setQueue(system, 'paused')
  return (await system.ok<Message>('POST', '/v1/messages', { body: { phone: customer.phone, message: answer } })).id
}

/** Finds the customer by name, reads why the reply waits, opens its trace, and resumes the queue. */
async function findOut(system: RunningSystem, lead: Hands, id: string): Promise<void> {
  const { page } = lead
  await lead.goTo('Inbox')
  await lead.press('/')
  await lead.type(customer.name)
  await lead.click(page.locator('[data-rows]').getByRole('link').filter({ hasText: customer.name }).first())
  const message = page.getByRole('article').filter({ hasText: answer })
  await lead.see(message.getByText("This number's queue is paused."))
  await lead.click(message.getByRole('button', { name: 'Resume queue' }))
  const isSent = async () => /^(delivered|read)$/.test((await system.ok<Message>('GET', `/v1/messages/${id}`)).status)
  await until(isSent, { timeoutMs: patienceMs, describe: 'the answer to be delivered' })
  await lead.see(message.getByRole('img', { name: /^(Delivered|Read)$/ }))
}

// `pnpm try:desk`: a support lead's first day in real browsers, on a system as `start` creates it. Prints the effort and problems of each part,
// writes them into the docs, and fails if a part is impossible.
const parts: Part[] = []

function note(name: string, ...efforts: Effort[]): void {
  const part = { name, efforts }
  parts.push(part)
  console.log(rowOf(part))
}

async function spendTheDay(system: RunningSystem): Promise<Hands[]> {
  const lead = await beginAsLead(system)
  note('Become the owner with the first link', lead.effort())
  const team = await makeTeam(system, lead)
  note('Make a team of three', lead.effort(), ...team.map((hands) => hands.effort()))
  await makeTemplate(lead)
  note('Write a template and have it approved', lead.effort())
  await answerCustomers(system, team[0] as Hands)
  await broadcast(system, lead)
  const message = await loseAnAnswer(system)
  lead.effort()
  await findOut(system, lead, message)
  note('Find out why one message waits, and let it go', lead.effort())
  return [lead, ...team]
}

async function answerCustomers(system: RunningSystem, agent: Hands): Promise<void> {
  await customersWrite(system)
  agent.effort()
  const left = await answerAll(system, agent)
  note('Answer 20 customers with a template, five with a note, and resolve them', agent.effort())
  if (left > 0) throw new Error(`${left} customers still wait`)
}

async function broadcast(system: RunningSystem, lead: Hands): Promise<void> {
  await slowDown(system)
  lead.effort()
  await gatherPeople(lead)
  note('Import 500 contacts, first as a trial, and make a segment of them', lead.effort())
  await makeSaleTemplate(lead)
  note('Write the template of the broadcast', lead.effort())
  const spared = await sendAndStop(system, lead)
  note(`Send it to one phone as a test, then to all, and stop it: ${spared} did not get it`, lead.effort())
}

async function main(): Promise<void> {
  const system = await RunningSystem.start({ split: false })
  const stumbles: string[] = []
  try {
    const everybody = await spendTheDay(system)
    stumbles.push(...everybody.flatMap((hands) => hands.stumbles()))
  } finally {
    await closeBrowser()
    await system.remove()
  }
  for (const stumble of stumbles) console.log(`stumbling block: ${stumble}`)
  writeFileSync(join(repositoryRoot, 'apps/docs/desk.md'), pageOf(parts, stumbles))
}

await main()
process.exit(0)
