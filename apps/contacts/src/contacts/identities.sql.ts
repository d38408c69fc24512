import type { EntityManager } from '@mikro-orm/postgresql'
import { sql, type Tx } from '@posthorn/chassis'
import type { Identifier, KnownIdentifier } from '@posthorn/contracts'

type Row = Pick<Identifier, 'type' | 'value'> & { owner: string; since: string; released: string | null }

/**
 * Returns the rows of these identifiers, also of earlier owners, and all identifiers of their contacts and of the given contact: they show
 * whose they are.
 */
export async function knownIdentifiers(
  em: EntityManager,
  workspace: string,
  identifiers: readonly Identifier[],
  contactId: string | null = null,
): Promise<KnownIdentifier[]> {
  const rows = await sql<Row>(
    em,
    `with owner as (
       select contact_id from identity where workspace_id = $1 and value = any($2::text[]) union select $3::text where $3 is not null
     )
     select type, value, contact_id as owner, since, null as released from identity
     where workspace_id = $1 and contact_id in (select contact_id from owner)
     union all
     select type, value, contact_id, changed_at, changed_at from previous_address where workspace_id = $1 and value = any($2::text[])`,
    [workspace, identifiers.map(({ value }) => value), contactId],
  )
  return rows.map(({ since, released, ...row }) => ({
    ...row,
    since: new Date(since).getTime(),
    releasedAt: released === null ? null : new Date(released).getTime(),
  }))
}

/**
 * Returns those of the keys, as `workspace value`, that something is stored about: identifiers of a contact, now or earlier, and ids of
 * contacts, including merged and erased ones. Looks up each key by itself: with a list of values, a plan made for new tables would read all
 * contacts of a workspace.
 */
export async function knownKeys(
  em: EntityManager,
  keys: readonly { workspace: string; value: string }[],
): Promise<Set<string>> {
  const stored = [
    'identity i where i.value',
    'previous_address i where i.value',
    'contact i where i.id',
    'gone_contact i where i.id',
  ]
  const rows = await sql<{ key: string }>(
    em,
    `select workspace_id || ' ' || value as key from unnest($1::text[], $2::text[]) as w (workspace_id, value)
     where ${stored.map((each) => `exists (select 1 from ${each} = w.value and i.workspace_id = w.workspace_id)`).join(' or ')}`,
    [keys.map(({ workspace }) => workspace), keys.map(({ value }) => value)],
  )
  return new Set(rows.map(({ key }) => key))
}

/** A contact, and the time in milliseconds from which it has identifiers or no longer has them. */
type IdentityOwner = { workspace: string; contact: string; at: number }

/**
 * Gives a contact identifiers that no other contact has. Those it has already count from the earlier time; those it had before are no longer
 * previous ones. Fails with a unique violation if another transaction assigned one of them since they were looked up, so that the caller starts
 * again and finds that contact.
 */
export async function assignIdentifiers(
  em: EntityManager,
  identifiers: readonly Identifier[],
  { workspace, contact, at }: IdentityOwner,
): Promise<void> {
  if (identifiers.length === 0) return
  const values = identifiers.map(({ value }) => value)
  await sql(
    em,
    `with own as (
       update identity set since = least(since, $5::timestamptz)
       where workspace_id = $1 and contact_id = $4 and value = any($3) returning type, value
     )
     insert into identity (workspace_id, type, value, contact_id, since)
     select $1, type, value, $4, $5::timestamptz from unnest($2::text[], $3::text[]) as i (type, value)
     where (type, value) not in (select type, value from own)`,
    [workspace, identifiers.map(({ type }) => type), values, contact, new Date(at).toISOString()],
  )
  const forget = 'delete from previous_address where workspace_id = $1 and contact_id = $2 and value = any($3)'
  await sql(em, forget, [workspace, contact, values])
}

/** Removes identifiers from a contact, but remembers them: a phone number leads to it for events before `at`, an id for all events. */
export async function releaseIdentifiers(
  em: EntityManager,
  identifiers: readonly Identifier[],
  { workspace, contact, at }: IdentityOwner,
): Promise<void> {
  if (identifiers.length === 0) return
  await sql(
    em,
    `with released as (
       delete from identity where workspace_id = $1 and contact_id = $4 and value = any($3)
     )
     insert into previous_address (workspace_id, type, value, contact_id, changed_at)
     select $1, type, value, $4, $5::timestamptz from unnest($2::text[], $3::text[]) as i (type, value)
     on conflict (workspace_id, contact_id, value) do update set changed_at = greatest(previous_address.changed_at, excluded.changed_at)`,
    [
      workspace,
      identifiers.map(({ type }) => type),
      identifiers.map(({ value }) => value),
      contact,
      new Date(at).toISOString(),
    ],
  )
}

/** Moves all identifiers, including previous ones, from one contact to another. Must precede the deletion of `from`, which deletes what it has. */
export async function moveIdentifiers(
  em: EntityManager,
  { workspace, from, into }: { workspace: string; from: string; into: string },
): Promise<void> {
  await sql(em, 'update identity set contact_id = $3 where workspace_id = $1 and contact_id = $2', [
    workspace,
    from,
    into,
  ])
  await sql(
    em,
    `insert into previous_address (workspace_id, type, value, contact_id, changed_at)
     select workspace_id, type, value, $3, changed_at from previous_address where workspace_id = $1 and contact_id = $2
     on conflict (workspace_id, contact_id, value) do update set changed_at = greatest(previous_address.changed_at, excluded.changed_at)`,
    [workspace, from, into],
  )
}

/** Maximum number of merges to follow from an id, so that a cycle would end. */
export const mergesMax = 20

/** Resolves ids, which callers may still have from before a merge, to contacts through merges and aliases. Omits ids that lead to none. */
export async function resolveMerged(em: EntityManager, workspace: string, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await sql<{ id: string; contact: string }>(
    em,
    `with recursive step (id, target, depth) as (
       select id collate "C", id collate "C", 0 from unnest($2::text[]) as id
       union all
       select s.id, g.merged_into, s.depth + 1 from step s join gone_contact g on g.workspace_id = $1 and g.id = s.target
       where g.merged_into is not null and s.depth < ${mergesMax}
     )
     select distinct s.id, c.id as contact from step s join contact c on c.workspace_id = $1 and c.id = s.target`,
    [workspace, ids],
  )
  return new Map(rows.map(({ id, contact }) => [id, contact]))
}

/**
 * Makes an id an alias of a contact, unless it already is an alias, or is or was a contact. The numbers service may have assigned the id to
 * the person, and events used it, before their contact was known (ADR 92). Returns whether the alias is new.
 */
export async function addAlias(
  em: EntityManager,
  workspace: string,
  alias: { id: string; contact: string },
): Promise<boolean> {
  const added = await sql(
    em,
    `insert into gone_contact (workspace_id, id, version, merged_into)
     select $1, $2, 1, $3 where not exists (select 1 from contact where workspace_id = $1 and id = $2)
     on conflict do nothing returning 1`,
    [workspace, alias.id, alias.contact],
  )
  if (added.length > 0) await moveChats(em, workspace, alias)
  return added.length > 0
}

/** Moves the chats of an alias or a merged contact to its contact. A chat with someone who hides their phone number is identified only by contact. */
export async function moveChats(
  em: EntityManager,
  workspace: string,
  alias: { id: string; contact: string },
): Promise<void> {
  await sql(em, 'update known_chat set person = $3 where workspace_id = $1 and person = $2', [
    workspace,
    alias.id,
    alias.contact,
  ])
}

/** Whether the id was that of an erased or merged contact, or is an alias. If so, no contact may ever get the id. */
export async function isGone(em: EntityManager, workspace: string, contactId: string): Promise<boolean> {
  const rows = await sql(em, 'select 1 from gone_contact where workspace_id = $1 and id = $2', [workspace, contactId])
  return rows.length > 0
}

/** Ends the aliases of erased contacts and the ids merged into them, so that they lead nowhere and are never reused. Returns them. */
export async function endAliases(em: EntityManager, workspace: string, contacts: string[]): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    em,
    `with recursive source (id, depth) as (
       select g.id, 1 from gone_contact g where g.workspace_id = $1 and g.merged_into = any($2)
       union all
       select g.id, l.depth + 1 from source l join gone_contact g on g.workspace_id = $1 and g.merged_into = l.id
       where l.depth < ${mergesMax}
     )
     update gone_contact set merged_into = null where workspace_id = $1 and id in (select id from source) returning id`,
    [workspace, contacts],
  )
  return rows.map(({ id }) => id)
}

/** Condition: a row of `contact` has a chat. */
export const hasChat = `(exists (select 1 from known_chat k where k.workspace_id = contact.workspace_id and k.person = contact.id)
  or exists (select 1 from identity i join known_chat k on k.workspace_id = i.workspace_id and k.person = i.value
    where i.workspace_id = contact.workspace_id and i.contact_id = contact.id))`

/** Maximum number of contacts in one event. */
export const eventContactsMax = 500

/** A contact, its name, and one of its addresses, which may be the recipient of a chat. */
type Identified = { contact: string; recipient: string; name: string | null }

/**
 * Announces the contacts of people, named by address or contact id, who have a chat. Without this condition, a large import would announce
 * everyone. `isNews`: whether it tells the chats more than they show; by default always.
 */
export async function announceIdentified(
  { em, emit }: Pick<Tx, 'em' | 'emit'>,
  workspace: string,
  people: string[],
  isNews: (identified: Identified) => boolean = () => true,
): Promise<void> {
  const found = (await contactsWithChat(em, workspace, people)).filter(isNews)
  for (let i = 0; i < found.length; i += eventContactsMax) {
    const contacts = found.slice(i, i + eventContactsMax)
    const aggregate = { id: contacts[0]?.contact ?? '', version: 1 }
    emit({ kind: 'contact:identified', workspace, data: { contacts }, aggregate })
  }
}

/**
 * Returns the contacts of those people who have a chat, with one entry for each address that may be the recipient of a chat: all of a contact's, if
 * the chat names the contact because the phone number is hidden, otherwise the chat's.
 */
function contactsWithChat(em: EntityManager, workspace: string, people: string[]): Promise<Identified[]> {
  return sql(
    em,
    `with owner as (
       select contact_id from identity where workspace_id = $1 and value = any($2::text[]) union select unnest($3::text[])
     )
     select distinct c.id as contact, i.value as recipient, c.name from owner o
     join contact c on c.workspace_id = $1 and c.id = o.contact_id
     join identity i on i.workspace_id = $1 and i.contact_id = c.id
     where exists (select 1 from known_chat k where k.workspace_id = $1 and k.person in (c.id, i.value))
     order by c.id`,
    [workspace, people, people.filter((each) => each.startsWith('con_'))],
  )
}
