import { type Announcement, inTransaction, isUnavailable, type Round, type Tx, type Worker } from '@posthorn/chassis'
import { type CallbackUpdate, parseCallback } from '@posthorn/provider'
import { buildAnnouncement } from '../callbacks/announce-update.ts'
import { ownerOf } from '../callbacks/update-owner.ts'
import type { NumbersRuntime } from '../config.ts'
import { withContacts } from '../senders/contacts.sql.ts'
import { type Claimed, claimCallbacks, markUnpacked, ownersOf, putAside, type Unpacked } from './unpack.sql.ts'

const batchSizeMax = 50
const pollMs = 5_000

/** Takes apart what was only stored: one event per update, in the transaction that marks the body unpacked. */
export const unpack: Worker<NumbersRuntime> = { name: 'unpack', pollMs, run: unpackRound }

async function unpackRound(runtime: NumbersRuntime): Promise<Round> {
  try {
    const taken = await inTransaction(runtime, async (tx) => unpackAll(runtime, tx, await claim(tx, batchSizeMax)))
    // Less than a batch was all there was; what came meanwhile has woken this loop again.
    return { worked: taken === batchSizeMax ? taken : 0 }
  } catch (err) {
    if (isUnavailable(err)) throw err
    runtime.log.warn({ err }, 'callbacks.one_by_one')
    return { worked: await unpackFirst(runtime) }
  }
}

const claim = (tx: Tx, limit: number) => claimCallbacks(tx.em, limit)

/** After a failed batch the first body is taken alone; when it fails it is put aside with its error, so that it holds up no other. */
async function unpackFirst(runtime: NumbersRuntime): Promise<number> {
  let tried: string | undefined
  try {
    return await inTransaction(runtime, async (tx) => {
      const claimed = await claim(tx, 1)
      tried = claimed[0]?.id
      return unpackAll(runtime, tx, claimed)
    })
  } catch (err) {
    if (isUnavailable(err) || tried === undefined) throw err
    runtime.log.error({ callback: tried, err }, 'callback.put_aside')
    await putAside(runtime.db.em(), tried, String(err))
    return 1
  }
}

async function unpackAll(runtime: NumbersRuntime, tx: Tx, claimed: Claimed[]): Promise<number> {
  const parsed = claimed.map((callback) => ({
    callback,
    updates: parseCallback(callback.raw, { receivedAt: callback.receivedAt }),
  }))
  const foreign = parsed.flatMap(({ callback, updates }) =>
    updates.flatMap((update) => {
      const named = 'phoneNumberId' in update ? update.phoneNumberId : undefined
      return named === undefined || named === callback.phoneNumberId
        ? []
        : [{ provider: callback.provider, phoneNumberId: named }]
    }),
  )
  const owners = foreign.length > 0 ? await ownersOf(tx.em, foreign) : []
  const done = parsed.map(({ callback, updates }) => {
    const belongs = (update: CallbackUpdate) => ownerOf(update, { callback, owners, secrets: runtime.deps.secrets })
    return readBody({ callback, updates, belongs })
  })
  const announced = done.flatMap(({ announcements }) => announcements)
  for (const announcement of await withContacts(tx.em, announced)) tx.emit(announcement)
  for (const { id, quarantined, error } of done)
    if (quarantined || error) runtime.log.warn({ callback: id, quarantined, error }, 'callback.not_all_unpacked')
  if (done.length > 0) await markUnpacked(tx.em, done)
  return claimed.length
}

type Body = {
  callback: Claimed
  updates: CallbackUpdate[]
  belongs: (update: CallbackUpdate) => { id: string; workspaceId: string } | undefined
}

function readBody({ callback, updates, belongs }: Body): Unpacked & { announcements: Announcement[] } {
  const announcements: Announcement[] = []
  const quarantined: Unpacked['quarantined'] = []
  let error: string | null = null
  for (const update of updates) {
    if (update.kind === 'unreadable') {
      error = 'not a JSON object with entries'
      continue
    }
    const owner = belongs(update)
    if (owner) announcements.push(buildAnnouncement(update, { owner, traceparent: callback.traceparent }))
    else quarantined.push({ kind: update.kind, phoneNumberId: update.phoneNumberId ?? null })
  }
  return { announcements, id: callback.id, quarantined: quarantined.length > 0 ? quarantined : null, error }
}
