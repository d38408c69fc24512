import type { EntityManager } from '@mikro-orm/postgresql'
import {
  type Announcement,
  inTransaction,
  isoTime,
  isPassing,
  isUnavailable,
  type Round,
  sql,
  type Tx,
  valuesOf,
  type Worker,
} from '@posthorn/chassis'
import { type CallbackUpdate, parseCallback } from '@posthorn/provider'
import {
  isAboutAccount,
  type OwnedUpdate,
  type Owner,
  ownersOfUpdate,
  type ProvenCallback,
  recordUpdates,
} from '../callbacks/callbacks.sql.ts'
import { buildAnnouncement } from '../callbacks/callbacks.ts'
import type { NumbersRuntime } from '../config.ts'
import { withContacts } from '../senders/contacts.sql.ts'

const batchSizeMax = 50
const pollMs = 5_000

/** Announces each update in the stored bodies as an event, in the transaction that marks the bodies unpacked. */
export const unpack: Worker<NumbersRuntime> = { name: 'unpack', pollMs, run: runRound }

/** Unpacks the next bodies together. If that fails for another reason than an unavailable database, unpacks the first one alone. */
async function runRound(runtime: NumbersRuntime): Promise<Round> {
  try {
    const count = await inTransaction(runtime, async (tx) => unpackAll(runtime, tx, await claim(tx.em, batchSizeMax)))
    return { worked: count }
  } catch (err) {
    if (isUnavailable(err)) throw err
    runtime.log.warn({ err }, 'callbacks.one_by_one')
    return { worked: await unpackFirst(runtime) }
  }
}

/**
 * After a failed batch, unpacks the first body alone. If that fails for good, quarantines it with its error, so it doesn't delay others. If
 * another transaction is in its way, the next round tries it again.
 */
async function unpackFirst(runtime: NumbersRuntime): Promise<number> {
  let attempted: string | undefined
  try {
    return await inTransaction(runtime, async (tx) => {
      const claimed = await claim(tx.em, 1)
      attempted = claimed[0]?.id
      return unpackAll(runtime, tx, claimed)
    })
  } catch (err) {
    if (isPassing(err) || attempted === undefined) throw err
    runtime.log.error({ callback: attempted, err }, 'callback.put_aside')
    await quarantineCallback(runtime.db.em(), attempted, String(err))
    return 1
  }
}

/**
 * Announces the updates in claimed bodies. An update can name another number than the one that its body was posted to, or be about an account
 * with other numbers, so the possible owners of those are read, too.
 */
async function unpackAll(runtime: NumbersRuntime, tx: Tx, claimed: ClaimedCallback[]): Promise<number> {
  const parsed = claimed.map((callback) => ({
    callback,
    updates: parseCallback(callback.raw, { receivedAt: callback.receivedAt }),
  }))
  const keys = parsed.flatMap(({ callback, updates }) =>
    updates.flatMap((update): OwnerKey[] => {
      if (update.kind === 'unreadable') return []
      const { provider } = callback
      if (isAboutAccount(update)) return [{ provider, businessAccountId: update.businessAccountId }]
      const { phoneNumberId } = update
      return phoneNumberId === callback.phoneNumberId ? [] : [{ provider, phoneNumberId }]
    }),
  )
  const owners = keys.length > 0 ? await findOwners(tx.em, keys) : []
  const results = parsed.map(({ callback, updates }) => {
    const findOwnersOf = (update: CallbackUpdate) =>
      ownersOfUpdate(update, { callback, owners, secrets: runtime.deps.secrets, log: runtime.log })
    return readBody({ callback, updates, findOwnersOf })
  })
  const announced = results.flatMap(({ announcements }) => announcements)
  for (const announcement of await withContacts(tx.em, runtime, announced)) tx.emit(announcement)
  for (const { id, quarantined, error } of results)
    if (quarantined || error) runtime.log.warn({ callback: id, quarantined, error }, 'callback.not_all_unpacked')
  const { log, deps } = runtime
  await recordUpdates(
    tx.em,
    { log, counter: deps.updates },
    results.flatMap(({ owned }) => owned),
  )
  if (results.length > 0) await markUnpacked(tx.em, results)
  return claimed.length
}

type Body = {
  callback: ClaimedCallback
  updates: CallbackUpdate[]
  findOwnersOf: (update: CallbackUpdate) => OwnedUpdate['owner'][]
}

type ReadBody = UnpackResult & { owned: OwnedUpdate[]; announcements: Announcement[] }

/** Finds the owners of each update in a body. Updates without an owner are quarantined with the body, and aren't announced. */
function readBody({ callback, updates, findOwnersOf }: Body): ReadBody {
  const owned: OwnedUpdate[] = []
  const announcements: Announcement[] = []
  const quarantined: UnpackResult['quarantined'] = []
  let error: string | null = null
  for (const update of updates) {
    if (update.kind === 'unreadable') {
      error = 'not a JSON object with entries'
      continue
    }
    const owners = findOwnersOf(update)
    for (const owner of owners) {
      owned.push({ update, owner })
      announcements.push(buildAnnouncement(update, { owner, traceparent: callback.traceparent }))
    }
    // A report repeats another update, which is quarantined itself.
    if (owners.length === 0 && update.kind !== 'report')
      quarantined.push({ kind: update.kind, phoneNumberId: update.phoneNumberId ?? null })
  }
  return { owned, announcements, id: callback.id, quarantined: quarantined.length > 0 ? quarantined : null, error }
}

type ClaimedCallback = ProvenCallback & { id: string; receivedAt: Date }

/** Maximum total size of the bodies in a round, in bytes, because all of them are in memory at once. */
const claimedBytesMax = 8 * 1024 * 1024

/** Locks up to `limit` waiting bodies, oldest first. Workspaces take turns, so that one's backlog doesn't delay the others. */
async function claim(em: EntityManager, limit: number): Promise<ClaimedCallback[]> {
  const rows = await sql<Omit<ClaimedCallback, 'receivedAt'> & { receivedAt: unknown }>(
    em,
    `with recursive ${valuesOf('workspace', { table: 'callback', column: 'workspace_id', where: 'unpacked_at is null' })}, turn as (
       select waiting.*, row_number() over (partition by workspace.workspace_id order by waiting.id) as place
       from workspace cross join lateral (
         select c.id, octet_length(c.raw) as bytes from callback c
         where c.unpacked_at is null and c.workspace_id = workspace.workspace_id order by c.id limit $1 for update skip locked
       ) waiting
     ), sized as (
       select id, sum(bytes) over (order by place, id) - bytes as before, row_number() over (order by place, id) as n from turn
     )
     select c.id, c.workspace_id as "workspaceId", c.number_id as "numberId", c.raw, c.signature, c.traceparent,
       c.received_at as "receivedAt", n.provider, n.phone_number_id as "phoneNumberId",
       n.business_account_id as "businessAccountId"
     from sized join callback c on c.id = sized.id join number n on n.workspace_id = c.workspace_id and n.id = c.number_id
     where sized.n <= $1 and sized.before < ${claimedBytesMax} order by sized.n`,
    [limit],
  )
  return rows.map((row) => ({ ...row, receivedAt: new Date(isoTime(row.receivedAt) ?? 0) }))
}

type OwnerKey = { provider: string; phoneNumberId?: string | undefined; businessAccountId?: string }

/** Finds connected numbers by their provider ids or those of their accounts, across workspaces, oldest first. */
function findOwners(em: EntityManager, keys: OwnerKey[]): Promise<Owner[]> {
  return sql<Owner>(
    em,
    `select n.id, n.workspace_id as "workspaceId", n.version, n.credentials, n.provider, n.phone_number_id as "phoneNumberId",
       n.business_account_id as "businessAccountId"
     from number n where n.status <> 'disconnected' and n.id in (
       select o.id from number o join unnest($1::text[], $2::text[]) as key (provider, id)
         on o.provider = key.provider and o.phone_number_id = key.id
       union
       select o.id from number o join unnest($1::text[], $3::text[]) as key (provider, id)
         on o.provider = key.provider and o.business_account_id = key.id
     ) order by n.id`,
    [
      keys.map(({ provider }) => provider),
      keys.map(({ phoneNumberId = null }) => phoneNumberId),
      keys.map(({ businessAccountId = null }) => businessAccountId),
    ],
  )
}

/** The result of unpacking a body: updates without an owner, and the error if the body is unreadable. */
type UnpackResult = {
  id: string
  quarantined: { kind: string; phoneNumberId: string | null }[] | null
  error: string | null
}

/** Marks bodies as unpacked, with the updates that have no owner and the errors. */
async function markUnpacked(em: EntityManager, results: UnpackResult[]): Promise<void> {
  await sql(
    em,
    `update callback c set unpacked_at = now(), quarantined = d.quarantined::jsonb, error = d.error
     from unnest($1::text[], $2::text[], $3::text[]) as d (id, quarantined, error) where c.id = d.id`,
    [
      results.map(({ id }) => id),
      results.map(({ quarantined }) => quarantined && JSON.stringify(quarantined)),
      results.map(({ error }) => error),
    ],
  )
}

/** Marks a body that can't be unpacked with the start of its error, which may quote the body, so that it doesn't delay others. */
async function quarantineCallback(em: EntityManager, callbackId: string, error: string): Promise<void> {
  await sql(em, 'update callback set unpacked_at = now(), error = $2 where id = $1', [
    callbackId,
    error.slice(0, 2_000),
  ])
}
