import type { EntityManager } from '@mikro-orm/postgresql'
import { type Counter, type Runtime, rowType, sql, statement } from '@posthorn/chassis'
import { newId } from '@posthorn/contracts'
import { type CallbackUpdate, labelField } from '@posthorn/provider'

/** An update in a callback, with the number it belongs to. */
export type OwnedUpdate = {
  update: Exclude<CallbackUpdate, { kind: 'unreadable' }>
  owner: { id: string; workspaceId: string }
}

const rawBytesMax = 64 * 1024

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

const insertUpdates = statement(
  { updates: updateRow },
  ({ updates }) => `insert into unread_update (${updates.list()}) select ${updates.list()} from ${updates.as('u')}`,
)

/** Counts updates by field, and stores those that weren't fully read. */
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

function findField(update: OwnedUpdate['update']): string {
  if (update.kind === 'report') return update.change.field
  return 'field' in update ? update.field : fields[update.kind]
}

function boundRaw(update: OwnedUpdate['update']): unknown {
  const raw = 'raw' in update ? update.raw : null
  return Buffer.byteLength(JSON.stringify(raw) ?? '') > rawBytesMax ? null : raw
}
