import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type Eraser, eachPerson, forWorkspace, on, type Person, type PersonNames, sql } from '@posthorn/chassis'
import { erasedPersonPurpose, idFloor } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { endAliases } from '../contacts/identities.sql.ts'
import { Erasure } from '../entities/contact.ts'
import { phases, request } from '../erasures/erasures.ts'
import { redactPerson } from '../segments/segments.ts'

/**
 * Erases the contact if an old message or preference re-created it after the deletion. Also removes the person from invalid import rows, filters
 * and the list of chats. Runs again later while an import from before the request is in progress, because its file may name the person.
 */
export const erase: Eraser<ContactsRuntime> = eachPerson(async ({ tx, person }) => {
  const { workspace, phones, userIds, contact, ids = [], requestedAt, isLate } = person
  const returned = await removeReturned(tx.em, person)
  for (const { id, version } of returned) {
    const data = { id, deletedAt: requestedAt.toISOString(), mergedInto: null }
    tx.emit({ kind: 'contact:deleted', workspace, data, aggregate: { id, version } })
  }
  if (!isLate) {
    await clearImportErrors(tx.em, person)
    await redactPerson(tx.em, person)
  }
  await sql(tx.em, 'delete from known_chat where workspace_id = $1 and person = any($2) and (not $3 or id < $4)', [
    workspace,
    [...phones, ...userIds, contact, ...ids],
    isLate,
    idFloor('chat', requestedAt.getTime()),
  ])
  const contacts = returned.map(({ id }) => id)
  const aliases = await endAliases(tx.em, workspace, [contact, ...contacts])
  return { done: !(await hasOlderImport(tx.em, person)), ids: [...contacts, ...aliases] }
})

/** Whether an import from before the request is in progress. It skips the person only until the erasure is complete. */
async function hasOlderImport(em: EntityManager, { workspace, requestedAt }: Person): Promise<boolean> {
  const open = await sql(
    em,
    `select 1 from import where workspace_id = $1 and status in ('fetching', 'running') and created_at <= $2 limit 1`,
    [workspace, requestedAt],
  )
  return open.length > 0
}

/** Removes a contact that was re-created by a message or preference in transit during the deletion. */
async function removeReturned(em: EntityManager, person: Person): Promise<{ id: string; version: number }[]> {
  const { workspace, phones, userIds, requestedAt } = person
  return sql<{ id: string; version: number }>(
    em,
    `with returned as (
       delete from contact c using identity i
       where i.workspace_id = $1 and (i.type = 'phone' and i.value = any($2) or i.type <> 'phone' and i.value = any($3))
         and c.workspace_id = $1 and c.id = i.contact_id and c.source = 'message' and coalesce(c.last_message_at, c.preference_at) < $4
       returning c.id, c.version
     )
     insert into gone_contact (workspace_id, id, version, gone_at)
     select distinct on (id) $1, id, version + 1, $4::timestamptz from returned
     on conflict (workspace_id, id) do update set version = excluded.version, gone_at = excluded.gone_at
     returning id, version`,
    [workspace, phones, userIds, requestedAt],
  )
}

/** Digits of a national number that are enough to tell the person. */
const nationalDigitsMin = 7

/**
 * Clears values that name the person, and all cells of a row if one of them does or if together they contain all words of a name. A phone
 * number may be written in national format. Messages stay, because they quote no cell. Each import has a statement, because those of 90 days
 * may have a million errors, more than one statement can read in its time.
 */
async function clearImportErrors(em: EntityManager, { workspace, phones, texts }: Person): Promise<void> {
  const names = (value: string) => `(lower(trim(${value})) = any($3) or exists (
    select 1 from unnest($2::text[]) phone, ltrim(regexp_replace(${value}, '\\(0\\)|\\D', '', 'g'), '0') digits
    where phone = digits or length(digits) >= ${nationalDigitsMin} and right(phone, length(digits)) = digits))`
  const cells = `jsonb_array_elements_text(e.cells) as cell`
  const faulty = await sql<{ id: string }>(em, 'select id from import where workspace_id = $1 and failed > 0', [
    workspace,
  ])
  const update = `update import_error e set value = case when ${names('e.value')} then null else e.value end, cells = null
     where e.workspace_id = $1 and e.import_id = $5 and (${names('e.value')} or exists (select 1 from ${cells} where ${names('cell')})
       or exists (select 1 from unnest($4::text[]) name where string_to_array(name, ' ') <@ (
         select regexp_split_to_array(lower(string_agg(cell, ' ')), '\\s+') from ${cells})))`
  const values = [
    workspace,
    phones.map((phone) => phone.replace(/\D/g, '')),
    texts.map((text) => text.trim().toLowerCase()),
    texts
      .map((text) => text.trim().toLowerCase().split(/\s+/))
      .flatMap((words) => (words.length > 1 ? [words.join(' ')] : [])),
  ]
  for (const { id } of faulty) await sql(em, update, [...values, id])
}

/** Records that a service has finished, and requests the next phase or, after the last one, erases the person's names. */
export const erasureFromDone = on<'erasure:done', ContactsRuntime>('erasure:done', async ({ tx, runtime, events }) => {
  for (const { workspace, data, occurredAt } of events) {
    const em = forWorkspace(tx.em, workspace)
    const row = await em.findOne(Erasure, { id: data.erasure }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!row || row.done[data.service]) continue
    row.done = { ...row.done, [data.service]: occurredAt }
    if (data.sealed && row.sealed) row.sealed = withIdsOf(runtime, row.id, [row.sealed, data.sealed])
    const at = phases.findIndex((phase) => phase.includes(data.service))
    const isFinished = phases[at]?.every((service) => row.done[service])
    // Nothing names the person anymore.
    if (isFinished && at === phases.length - 1) Object.assign(row, { sealed: null, completedAt: new Date() })
    else if (isFinished) request(tx, row, at + 1)
    await em.flush()
  }
})

/** Adds to the stored names, the first, the ids that a service found of the person, because later services search for those too. */
function withIdsOf({ vault }: ContactsRuntime, erasure: string, sealed: [string, string]): string {
  const [names, more] = sealed.map((each) => JSON.parse(vault.open(each, erasedPersonPurpose(erasure))) as PersonNames)
  const ids = [...new Set([...(names?.ids ?? []), ...(more?.ids ?? [])])]
  return vault.seal(JSON.stringify({ ...names, ids }), erasedPersonPurpose(erasure))
}
