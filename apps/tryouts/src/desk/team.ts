import { firstLink, openWatchedPage, owner, wide } from '@posthorn/testkit/browser'
import type { RunningSystem } from '@posthorn/testkit/system'
import { Hands } from './hands.ts'

const invited = [
  { name: 'Grace Hopper', email: 'grace@desk.example.com', role: 'Agent' },
  { name: 'Alan Turing', email: 'alan@desk.example.com', role: 'Viewer' },
] as const

/** Opens the link that `start` printed, and becomes the owner. */
export async function beginAsLead(system: RunningSystem): Promise<Hands> {
  const link = await firstLink(system)
  const hands = new Hands(await openWatchedPage(system.url, wide))
  await hands.page.goto(link)
  await hands.fill('Name', owner.name)
  await hands.fill(/^Email/, owner.email)
  await hands.fill('Password', owner.password)
  await hands.fill('Workspace name', 'Umbrellas')
  await hands.click(hands.button('Get started'))
  await hands.see(hands.page.getByRole('link', { name: 'Inbox' }))
  return hands
}

/** Invites two people, who join in separate browsers, until the team list shows all three. */
export async function makeTeam(system: RunningSystem, lead: Hands): Promise<Hands[]> {
  await lead.goTo('Team')
  const joined: Hands[] = []
  for (const person of invited) {
    await lead.press('n')
    const form = lead.page.getByRole('dialog', { name: 'Invite' })
    await lead.see(form)
    await lead.fill('Email', person.email)
    if (person.role !== 'Agent') await lead.choose('Role', person.role)
    await lead.click(form.getByRole('button', { name: 'Invite' }))
    const link = (await lead.page.getByRole('dialog').locator('code').textContent()) ?? ''
    await lead.click(lead.button("I've saved it"))
    joined.push(await join(system, link, person.name))
  }
  for (const { name } of [owner, ...invited])
    await lead.page.getByRole('cell', { name, exact: false }).first().waitFor()
  return joined
}

async function join(system: RunningSystem, link: string, name: string): Promise<Hands> {
  const hands = new Hands(await openWatchedPage(system.url, wide))
  const { page } = hands
  await page.goto(link)
  await hands.fill('Name', name)
  await hands.fill('Password', 'another sentence that is long')
  await hands.click(hands.button('Join'))
  await page.getByRole('link', { name: 'Inbox' }).waitFor()
  return hands
}
