import { type Announcement, inTransaction, isUnavailable, type Round, type Tx, type Worker } from '@posthorn/chassis'
import { type CallbackUpdate, parseCallback } from '@posthorn/provider'
import { buildAnnouncement } from '../callbacks/announce-update.ts'
import { type OwnedUpdate, recordUpdates } from '../callbacks/unread-updates.sql.ts'
import { ownerOfUpdate } from '../callbacks/update-owner.ts'
import type { NumbersRuntime } from '../config.ts'
import { withContacts } from '../senders/contacts.sql.ts'
import {
  type ClaimedCallback,
  claimCallbacks,
  findOwners,
  markUnpacked,
  quarantineCallback,
  type UnpackResult,
} from './unpack.sql.ts'

const batchSizeMax = 50
const pollMs = 5_000

/** Announces the updates of stored bodies, one event for each, in the transaction that marks the body unpacked. */
export const unpack: Worker<NumbersRuntime> = { name: 'unpack', pollMs, run: runRound }

async function runRound(runtime: NumbersRuntime): Promise<Round> {
  try {
    const count = await inTransaction(runtime, async (tx) => unpackAll(runtime, tx, await claim(tx, batchSizeMax)))
    return { worked: count }
  } catch (err) {
    if (isUnavailable(err)) throw err
    runtime.log.warn({ err }, 'callbacks.one_by_one')
    return { worked: await unpackFirst(runtime) }
  }
}

const claim = (tx: Tx, limit: number) => claimCallbacks(tx.em, limit)

/** Unpacks the first body alone after a failed batch. If it fails, it is quarantined with its error, so that it doesn't delay others. */
async function unpackFirst(runtime: NumbersRuntime): Promise<number> {
  let attempted: string | undefined
  try {
    return await inTransaction(runtime, async (tx) => {
      const claimed = await claim(tx, 1)
      attempted = claimed[0]?.id
      return unpackAll(runtime, tx, claimed)
    })
  } catch (err) {
    if (isUnavailable(err) || attempted === undefined) throw err
    runtime.log.error({ callback: attempted, err }, 'callback.put_aside')
    await quarantineCallback(runtime.db.em(), attempted, String(err))
    return 1
  }
}

async function unpackAll(runtime: NumbersRuntime, tx: Tx, claimed: ClaimedCallback[]): Promise<number> {
  const parsed = claimed.map((callback) => ({
    callback,
    updates: parseCallback(callback.raw, { receivedAt: callback.receivedAt }),
  }))
  const foreign = parsed.flatMap(({ callback, updates }) =>
    updates.flatMap((update) => {
      const phoneNumberId = 'phoneNumberId' in update ? update.phoneNumberId : undefined
      return phoneNumberId === undefined || phoneNumberId === callback.phoneNumberId
        ? []
        : [{ provider: callback.provider, phoneNumberId }]
    }),
  )
  const owners = foreign.length > 0 ? await findOwners(tx.em, foreign) : []
  const done = parsed.map(({ callback, updates }) => {
    const find = (update: CallbackUpdate) => ownerOfUpdate(update, { callback, owners, secrets: runtime.deps.secrets })
    return readBody({ callback, updates, find })
  })
  const announced = done.flatMap(({ announcements }) => announcements)
  for (const announcement of await withContacts(tx.em, announced)) tx.emit(announcement)
  for (const { id, quarantined, error } of done)
    if (quarantined || error) runtime.log.warn({ callback: id, quarantined, error }, 'callback.not_all_unpacked')
  const { log, deps } = runtime
  await recordUpdates(
    tx.em,
    { log, counter: deps.updates },
    done.flatMap(({ owned }) => owned),
  )
  if (done.length > 0) await markUnpacked(tx.em, done)
  return claimed.length
}

type Body = {
  callback: ClaimedCallback
  updates: CallbackUpdate[]
  find: (update: CallbackUpdate) => { id: string; workspaceId: string } | undefined
}

function readBody({
  callback,
  updates,
  find,
}: Body): UnpackResult & { owned: OwnedUpdate[]; announcements: Announcement[] } {
  const owned: OwnedUpdate[] = []
  const announcements: Announcement[] = []
  const quarantined: UnpackResult['quarantined'] = []
  let error: string | null = null
  for (const update of updates) {
    if (update.kind === 'unreadable') {
      error = 'not a JSON object with entries'
      continue
    }
    const owner = find(update)
    if (owner) {
      owned.push({ update, owner })
      announcements.push(buildAnnouncement(update, { owner, traceparent: callback.traceparent }))
    } else if (update.kind !== 'report')
      quarantined.push({ kind: update.kind, phoneNumberId: update.phoneNumberId ?? null })
  }
  return { owned, announcements, id: callback.id, quarantined: quarantined.length > 0 ? quarantined : null, error }
}
