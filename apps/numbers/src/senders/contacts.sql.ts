import type { EntityManager } from '@mikro-orm/postgresql'
import { type Announcement, rowType, sql, statement } from '@posthorn/chassis'
import { newId } from '@posthorn/contracts'

/** An address of a person in a workspace, a phone or a user id of the provider, and the contact it belongs to. */
type Sender = { workspace: string; address: string; contact: string }

const senderRow = rowType<Sender>({
  workspace_id: ['text', ({ workspace }) => workspace],
  address: 'text',
  contact_id: ['text', ({ contact }) => contact],
})

/** A new address gets the contact that its person has under another one; `candidate` names those of one person alike. */
const findOrAdd = statement(
  { senders: senderRow },
  ({ senders }) => `with given as (select * from ${senders.as('g')}), known as (
    select s.workspace_id, s.address, s.contact_id, g.contact_id as candidate from given g join sender s using (workspace_id, address)
  ), added as (
    insert into sender (workspace_id, address, contact_id)
    select g.workspace_id, g.address,
      coalesce((select k.contact_id from known k where k.candidate = g.contact_id order by k.address collate "C" limit 1), g.contact_id)
    from given g where not exists (select 1 from known k where k.workspace_id = g.workspace_id and k.address = g.address)
    order by g.workspace_id, g.address collate "C"
    on conflict (workspace_id, address) do update set contact_id = sender.contact_id
    returning workspace_id, address, contact_id
  )
  select workspace_id as workspace, address, contact_id as contact from known
  union all select workspace_id, address, contact_id from added`,
)

type Person = { phone?: string | undefined; userId?: string | undefined }

/** Returns announcements that name the contact of the customer: the one that is known, or an id that stays theirs from now on. */
export async function withContacts(em: EntityManager, announcements: Announcement[]): Promise<Announcement[]> {
  const senders = new Map<string, Sender>()
  for (const { workspace, data } of announcements) {
    const addresses = addressesOf(data)
    const known = addresses.map((address) => senders.get(`${workspace} ${address}`)).find(Boolean)
    const contact = known?.contact ?? newId('con')
    for (const address of addresses) {
      const key = `${workspace} ${address}`
      if (!senders.has(key)) senders.set(key, { workspace, address, contact })
    }
  }
  if (senders.size === 0) return announcements
  const found = await sql<Sender>(em, findOrAdd({ senders: [...senders.values()] }))
  const contacts = new Map(found.map(({ workspace, address, contact }) => [`${workspace} ${address}`, contact]))
  return announcements.map((announcement) => {
    const { workspace, data } = announcement
    const [address] = addressesOf(data)
    const side = sideOf(data)
    if (address === undefined || side === undefined) return announcement
    const contact = contacts.get(`${workspace} ${address}`)
    return { ...announcement, data: { ...data, [side]: { ...personOf(data), contact } } } as Announcement
  })
}

/** Returns the field with the customer: messages that the business sent from the provider's app go to them. */
const sideOf = (data: Announcement['data']) => (['from', 'to'] as const).find((side) => side in data)

function personOf(data: Announcement['data']): Person {
  const side = sideOf(data)
  return side === undefined ? {} : ((data as Record<string, unknown>)[side] as Person)
}

/** The addresses of the customer, the phone first. */
function addressesOf(data: Announcement['data']): string[] {
  const { phone, userId } = personOf(data)
  return [phone, userId].filter((address) => address !== undefined && address !== '') as string[]
}

const learn = statement(
  { senders: senderRow },
  ({ senders }) => `insert into sender (workspace_id, address, contact_id)
    select workspace_id, address, contact_id from ${senders.as('s')} order by workspace_id, address collate "C"
    on conflict (workspace_id, address) do update set contact_id = excluded.contact_id, learned_at = now()
    where sender.contact_id <> excluded.contact_id`,
)

/** Notes to which contacts addresses belong; of several for one address the last counts. */
export async function learnContacts(em: EntityManager, senders: Sender[]): Promise<void> {
  const last = new Map(senders.map((sender) => [`${sender.workspace} ${sender.address}`, sender]))
  if (last.size > 0) await sql(em, learn({ senders: [...last.values()] }))
}

/** Releases an address that its person no longer has: the next message from it is of another person. */
export async function releaseAddress(em: EntityManager, { workspace, address, contact }: Sender): Promise<void> {
  const text = 'delete from sender where workspace_id = $1 and address = $2 and contact_id = $3'
  await sql(em, text, [workspace, address, contact])
}
