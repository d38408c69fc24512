import type { EntityManager } from '@mikro-orm/postgresql'
import { type Announcement, erasedPeople, rowType, sql, statement } from '@posthorn/chassis'
import { type Identifier, identifiersOf, newId } from '@posthorn/contracts'
import type { NumbersRuntime } from '../config.ts'

/** A person's address in a workspace (a phone number or a provider user id) and its contact. */
type Sender = { workspace: string; address: string; contact: string }

const senderRow = rowType<Sender>({
  workspace_id: ['text', ({ workspace }) => workspace],
  address: 'text',
  contact_id: ['text', ({ contact }) => contact],
})

/**
 * Gives a new address the contact of the person's other addresses. `candidate` is the same for all addresses of a person. If the person's
 * known addresses have different contacts, returns one of these for all, and `rename` moves the others.
 */
const findOrAdd = statement(
  { senders: senderRow },
  ({ senders }) => `with found as materialized (
    select g.workspace_id, g.address, g.contact_id as candidate, s.contact_id as previous,
      first_value(s.contact_id) over (partition by g.contact_id order by s.contact_id is null, s.is_contact desc, s.contact_id) as winner
    from ${senders.as('g')} left join sender s using (workspace_id, address)
  ), added as (
    insert into sender (workspace_id, address, contact_id)
    select workspace_id, address, coalesce(winner, candidate) from found where previous is null order by workspace_id, address collate "C"
    on conflict (workspace_id, address) do update set contact_id = sender.contact_id
    returning workspace_id, address, contact_id
  )
  select workspace_id as workspace, address, winner as contact, previous from found where previous is not null
  union all select workspace_id, address, contact_id, null from added`,
)

/** `previous` is the contact that the address had until now, or null if the address is new. */
type Found = Sender & { previous: string | null }

/** Gives all addresses of one contact to another. `previous`: the contact that they had. */
const rename = statement(
  {
    senders: rowType<Found>({
      workspace_id: ['text', ({ workspace }) => workspace],
      previous: 'text',
      contact: 'text',
    }),
  },
  ({ senders }) => `update sender s set contact_id = r.contact, learned_at = now() from ${senders.as('r')}
    where s.workspace_id = r.workspace_id and s.contact_id = r.previous`,
)

/**
 * Adds the customer's contact to announcements: the known one, or a newly reserved id. Drops announcements that only link identifiers if
 * those are already linked, and announcements about people who were erased since.
 */
export async function withContacts(
  em: EntityManager,
  runtime: NumbersRuntime,
  received: Announcement[],
): Promise<Announcement[]> {
  const announcements = await withoutErased(em, runtime, received)
  const senders = sendersOf(announcements)
  if (senders.length === 0) return announcements
  const found = await sql<Found>(em, findOrAdd({ senders }))
  const renamed = found.filter(({ previous, contact }) => previous !== null && previous !== contact)
  if (renamed.length > 0) await sql(em, rename({ senders: renamed }))
  const contacts = new Map(found.map((each) => [`${each.workspace} ${each.address}`, each]))
  return announcements.flatMap((announcement) => {
    const { workspace, data } = announcement
    const known = addressesOf(data).flatMap((address) => contacts.get(`${workspace} ${address}`) ?? [])
    const [first] = known
    if (first === undefined) return announcement
    if ('identifiers' in data)
      return known.some(({ previous, contact }) => previous !== contact)
        ? ({ ...announcement, data: { ...data, contact: first.contact } } as Announcement)
        : []
    const side = customerField(data) as string
    return {
      ...announcement,
      data: { ...data, [side]: { ...customerOf(data), contact: first.contact } },
    } as Announcement
  })
}

/** What is newer than this is not looked up: if it is from before an erasure, the erasure's next check removes it. */
const freshMs = 5_000

/** Drops what the provider reports late about people whose erasure was requested after it happened. */
async function withoutErased(em: EntityManager, runtime: NumbersRuntime, announcements: Announcement[]) {
  const timeOf = ({ data }: Announcement) => new Date('timestamp' in data ? data.timestamp : Date.now())
  const late = announcements.filter((each) => timeOf(each).getTime() < Date.now() - freshMs)
  if (late.length === 0) return announcements
  const gone = await erasedPeople(runtime, em, [...new Set(late.map(({ workspace }) => workspace))])
  const isGone = (each: Announcement) =>
    gone.some(
      ({ workspace, identifiers, requestedAt }) =>
        workspace === each.workspace &&
        timeOf(each) < requestedAt &&
        addressesOf(each.data).some((address) => identifiers.includes(address)),
    )
  return announcements.filter((each) => !isGone(each))
}

/** Returns the distinct customer addresses. Addresses linked by any announcement share a new contact id. */
function sendersOf(announcements: Announcement[]): Sender[] {
  const senders = new Map<string, Sender>()
  for (const { workspace, data } of announcements) {
    const keys = addressesOf(data).map((address) => ({ address, key: `${workspace} ${address}` }))
    const known = keys.flatMap(({ key }) => senders.get(key)?.contact ?? [])
    const contact = known[0] ?? newId('con')
    if (new Set(known).size > 1)
      for (const sender of senders.values()) if (known.includes(sender.contact)) sender.contact = contact
    for (const { address, key } of keys) if (!senders.has(key)) senders.set(key, { workspace, address, contact })
  }
  return [...senders.values()]
}

/** Returns the field that holds the customer: `from`, or `to` for messages sent from the provider's app. */
const customerField = (data: Announcement['data']) => (['from', 'to'] as const).find((side) => side in data)

/** Returns the customer as named in the announcement, or an empty result if it names none, as with a status. */
function customerOf(data: Announcement['data']): Parameters<typeof identifiersOf>[0] {
  const side = customerField(data)
  return side === undefined ? {} : ((data as Record<string, unknown>)[side] as object)
}

/** The customer's addresses, phone number first. */
function addressesOf(data: Announcement['data']): string[] {
  const identifiers = 'identifiers' in data ? (data.identifiers as Identifier[]) : identifiersOf(customerOf(data))
  return identifiers.map(({ value }) => value)
}

/** Records the contacts of addresses. Returns all addresses of the people who had only a reserved id until now. */
const learn = statement(
  { senders: senderRow },
  ({ senders }) => `with given as (select * from ${senders.as('s')}), unmade as (
    select s.workspace_id, s.contact_id as candidate, g.contact_id from given g join sender s using (workspace_id, address)
    where s.contact_id <> g.contact_id and not s.is_contact
  ), learned as (
    insert into sender (workspace_id, address, contact_id, is_contact)
    select workspace_id, address, contact_id, true from given order by workspace_id, address collate "C"
    on conflict (workspace_id, address) do update set contact_id = excluded.contact_id, is_contact = true, learned_at = now()
    where sender.contact_id <> excluded.contact_id or not sender.is_contact
    returning 1
  )
  select distinct u.workspace_id as workspace, u.contact_id as contact, s.address from unmade u
  join sender s on s.workspace_id = u.workspace_id and s.contact_id = u.candidate`,
)

/**
 * Records which contact each address belongs to; the last entry for an address wins. Returns the addresses of people who turned out to be a
 * known contact, if they had addresses beyond those given: no event has told others that these belong to the contact.
 */
export async function learnContacts(em: EntityManager, senders: Sender[]): Promise<Map<string, Sender[]>> {
  const last = new Map(senders.map((sender) => [`${sender.workspace} ${sender.address}`, sender]))
  const learned = last.size > 0 ? await sql<Sender>(em, learn({ senders: [...last.values()] })) : []
  const people = Map.groupBy(learned, ({ workspace, contact }) => `${workspace} ${contact}`)
  return new Map(
    [...people].filter(([, all]) => all.some(({ address, workspace }) => !last.has(`${workspace} ${address}`))),
  )
}

/** Releases an address that its person no longer has, so that the next message from it counts as someone else's. */
export async function releaseAddress(em: EntityManager, { workspace, address, contact }: Sender): Promise<void> {
  const text = 'delete from sender where workspace_id = $1 and address = $2 and contact_id = $3'
  await sql(em, text, [workspace, address, contact])
}
