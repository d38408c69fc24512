import type { EntityManager } from '@mikro-orm/postgresql'
import { type Counter, type Log, type Runtime, rowType, sql, statement } from '@posthorn/chassis'
import { newId } from '@posthorn/contracts'
import { type CallbackUpdate, labelField, verifySignature } from '@posthorn/provider'
import type { SealedNumber, SecretCache } from './secret-cache.ts'

/** Finds connected numbers by id, across workspaces: a callback's URL names only the number. */
export async function findCallbackNumbers(em: EntityManager, numberIds: string[]): Promise<Map<string, Owner>> {
  const rows = await sql<Owner>(
    em,
    `select id, workspace_id as "workspaceId", version, credentials, provider, phone_number_id as "phoneNumberId",
       business_account_id as "businessAccountId"
     from number where id = any($1) and status <> 'disconnected'`,
    [numberIds],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** A body to store, with its valid signature. `unpacked`: its updates are announced now. `kept`: stores more than its digest. */
export type StoredCallback = {
  id: string
  workspaceId: string
  numberId: string
  sha256: Buffer
  signature: string
  raw: Buffer
  traceparent: string | null
  unpacked: boolean
  kept: boolean
}

/** Stores each callback once per number, compared by the bytes of its body. Returns the ids of the new callbacks. */
export async function storeCallbacks(em: EntityManager, callbacks: StoredCallback[]): Promise<Set<string>> {
  const column = <K extends keyof StoredCallback>(name: K) => callbacks.map((callback) => callback[name])
  const rows = await sql<{ id: string }>(
    em,
    `with body as (
       select * from unnest($1::text[], $2::text[], $3::text[], $4::bytea[], $5::text[], $6::bytea[], $7::text[], $8::boolean[])
         as body (id, workspace_id, number_id, sha256, signature, raw, traceparent, unpacked)
     ), inserted as (
       insert into callback_digest (number_id, sha256)
       select distinct number_id, sha256 from body order by number_id, sha256
       on conflict do nothing returning number_id, sha256
     ), added as materialized (
       select distinct on (number_id, sha256) body.* from body join inserted using (number_id, sha256) order by number_id, sha256, id
     ), stored as (
       insert into callback (id, workspace_id, number_id, sha256, signature, raw, traceparent, unpacked_at)
       select id, workspace_id, number_id, sha256, signature, raw, traceparent, case when unpacked then now() end
       from added where raw is not null
     )
     select id from added`,
    [
      column('id'),
      column('workspaceId'),
      column('numberId'),
      column('sha256'),
      column('signature'),
      callbacks.map(({ raw, kept }) => (kept ? raw : null)),
      column('traceparent'),
      column('unpacked'),
    ],
  )
  return new Set(rows.map(({ id }) => id))
}

export type OwnedUpdate = {
  update: Exclude<CallbackUpdate, { kind: 'unreadable' }>
  owner: { id: string; workspaceId: string }
}

const rawBytesMax = 64 * 1024

/** Callback fields of the kinds whose updates don't name their field. */
const fields = {
  message: 'messages',
  status: 'messages',
  person: 'messages',
  echo: 'smb_message_echoes',
  call: 'calls',
  preference: 'user_preferences',
} as const

const updateRow = rowType<OwnedUpdate>({
  workspace_id: ['text', ({ owner }) => owner.workspaceId],
  id: ['text', () => newId('upd')],
  number_id: ['text', ({ owner }) => owner.id],
  field: ['text', ({ update }) => findField(update)],
  raw: ['jsonb', ({ update }) => boundRaw(update)],
})

/** Stores updates that weren't fully read. */
const insertUpdates = statement(
  { updates: updateRow },
  ({ updates }) => `insert into unread_update (${updates.list()}) select ${updates.list()} from ${updates.as('u')}`,
)

/**
 * Counts updates by field, and stores those that weren't fully read for `GET /v1/numbers/{id}/updates`. People and reports repeat parts of
 * other updates, so they are not counted.
 */
export async function recordUpdates(
  em: EntityManager,
  { log, counter }: { log: Runtime['log']; counter: Counter<'field' | 'understood'> },
  updates: OwnedUpdate[],
): Promise<void> {
  for (const { update } of updates)
    if (update.kind !== 'person' && update.kind !== 'report')
      counter.add(1, { field: labelField(findField(update)), understood: String(update.understood) })
  const unread = updates.filter(({ update }) => !update.understood)
  if (unread.length === 0) return
  await sql(em, insertUpdates({ updates: unread }))
  const counts = Object.groupBy(unread, ({ update }) => labelField(findField(update)))
  for (const [field, all = []] of Object.entries(counts)) log.info({ field, count: all.length }, 'callback.not_read')
}

/** Returns the callback field in which the provider sent this update. */
function findField(update: OwnedUpdate['update']): string {
  if (update.kind === 'report') return update.change.field
  return 'field' in update ? update.field : fields[update.kind]
}

/** Returns what the provider sent, or null if there is none or it is too large to keep. */
function boundRaw(update: OwnedUpdate['update']): unknown {
  const raw = 'raw' in update ? update.raw : null
  return Buffer.byteLength(JSON.stringify(raw) ?? '') > rawBytesMax ? null : raw
}

export type ProvenCallback = {
  workspaceId: string
  numberId: string
  raw: Buffer
  signature: string
  traceparent: string | null
  provider: string
  phoneNumberId: string
  businessAccountId: string | null
}

/** A connected number, which may also own updates in another number's callback. */
export type Owner = SealedNumber & {
  workspaceId: string
  provider: string
  phoneNumberId: string
  businessAccountId: string | null
}

type AccountWide = Extract<CallbackUpdate, { kind: 'account' | 'report' }>

/** Whether an update is about a business account and names no number. */
export const isAboutAccount = (update: CallbackUpdate): update is AccountWide =>
  (update.kind === 'account' || update.kind === 'report') && update.phoneNumberId === undefined

export type OwnerSearch = { callback: ProvenCallback; owners: Owner[]; secrets: SecretCache; log: Log }

/** Whether the signature is valid with the number's app secrets. One whose secrets can't be decrypted must not delay the other owners. */
function isSignedBy(owner: Owner, { callback: { raw, signature }, secrets, log }: OwnerSearch): boolean {
  try {
    return verifySignature(raw, signature, secrets.openAppSecrets(owner))
  } catch (err) {
    log.error({ number: owner.id, err }, 'callback.owner_unreadable')
    return false
  }
}

/**
 * Finds the owners of an update: the number that it names or, in each workspace, the oldest number of the account that it is about, because the
 * provider posts updates about accounts only to the app's own URL. In its own workspace, the number to which the body was posted goes first.
 * Another number owns an update only if the signature is also valid with an app secret of that number.
 */
export function ownersOfUpdate(update: CallbackUpdate, search: OwnerSearch): { id: string; workspaceId: string }[] {
  const { callback, owners } = search
  if (update.kind === 'unreadable') return []
  const self = { id: callback.numberId, workspaceId: callback.workspaceId }
  const proven = (isNamed: (owner: Owner) => boolean) =>
    owners.filter((owner) => owner.provider === callback.provider && isNamed(owner) && isSignedBy(owner, search))
  if (isAboutAccount(update)) {
    const isOwn = update.businessAccountId === (callback.businessAccountId ?? '')
    const found = proven(({ businessAccountId }) => businessAccountId === update.businessAccountId)
    return [
      ...new Map([...found.toReversed(), ...(isOwn ? [self] : [])].map((each) => [each.workspaceId, each])).values(),
    ]
  }
  if (update.phoneNumberId === undefined || update.phoneNumberId === callback.phoneNumberId) return [self]
  return proven(({ phoneNumberId }) => phoneNumberId === update.phoneNumberId)
}
