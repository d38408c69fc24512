import type { EntityManager } from '@mikro-orm/postgresql'
import { createLeasedQueue, type LeasedJob, sql, statement, type Tx } from '@posthorn/chassis'
import { type CallContext, refuseLimited } from '@posthorn/contracts'
import { filesOf } from '../content/accept.ts'
import type { FileRow, MessageRow } from '../entities/chat.ts'
import type { BlobKey } from './storage.ts'

/** A transaction that changes files. */
export type FilesTx = Pick<Tx, 'em' | 'wake'>

/** A file to store. `keepFile` sets its `place`. */
export type NewFile = Omit<FileRow, 'createdAt' | 'place'>

export const headerFile = `coalesce(m.content->'header'->'media'->>'file', m.content->'templateMedia'->>'file')`

/** SQL array of the files shown in message `m`: as its content, in its header or template, or in native content. */
export const shownFiles = `array_remove(array[m.content->'media'->>'file', ${headerFile}], null)
  || array(select native->>'file' from jsonb_array_elements(m.content->'nativeMedia') native)`

/** SQL condition that the native content of message `m` uses file `f`. */
const hasNativeFile = `(m.content->'nativeMedia' is not null and m.content->'nativeMedia' @> jsonb_build_array(jsonb_build_object('file', f.id)))`

/** SQL condition that message `m` is sent with file `f`. */
export const isSentFile = `(f.id in (m.content->'media'->>'file', ${headerFile}) or ${hasNativeFile})`

/** Longer than an upload takes from its first stored byte to its commit. */
const unclaimedMinutes = 60

/** Records bytes before they are written, so that they are removed if the upload never completes. */
export async function recordBlob(em: EntityManager, { workspace, name }: BlobKey): Promise<void> {
  await sql(
    em,
    `insert into orphaned_blob (workspace_id, place, due_at) values ($1, $2, now() + interval '${unclaimedMinutes} minutes')`,
    [workspace, name],
  )
}

const insertFile = statement(
  {
    workspace: 'text',
    id: 'text',
    place: 'text',
    sha256: 'text',
    filename: 'text',
    mime: 'text',
    kind: 'text',
    size: 'integer',
    expiresAt: 'timestamptz',
    shared: 'boolean',
    numberIds: 'text[]',
  },
  (f) => `insert into file (workspace_id, id, place, sha256, filename, mime, kind, size, expires_at, shared, number_ids)
    values (${f.workspace}, ${f.id}, ${f.place}, ${f.sha256}, ${f.filename}, ${f.mime}, ${f.kind}, ${f.size}, ${f.expiresAt},
      ${f.shared}, ${f.numberIds})
    returning created_at as "createdAt"`,
)

/**
 * Stores a file's row. If a file has the same bytes and type, the new one shares its place, and its own bytes are removed. The lock keeps the
 * earlier file until the row exists.
 */
export async function keepFile(tx: FilesTx, file: NewFile): Promise<FileRow> {
  const { em } = tx
  const { workspaceId: workspace, id, sha256, mime } = file
  const [existing] = await sql<{ place: string }>(
    em,
    'select place from file where workspace_id = $1 and sha256 = $2 and mime = $3 limit 1 for share',
    [workspace, sha256, mime],
  )
  const place = existing?.place ?? id
  const [row] = await sql<{ createdAt: Date }>(em, insertFile({ ...file, workspace, place }))
  if (existing) await orphanBlob(tx, { workspace, name: id })
  else await sql(em, 'delete from orphaned_blob where workspace_id = $1 and place = $2', [workspace, id])
  return { ...file, place, createdAt: (row as { createdAt: Date }).createdAt }
}

/** Queues bytes for the `files` loop, which removes them if no file uses them. */
export async function orphanBlob({ em, wake }: FilesTx, { workspace, name }: BlobKey): Promise<void> {
  wake('files')
  await sql(
    em,
    `insert into orphaned_blob (workspace_id, place, due_at) values ($1, $2, now())
     on conflict (workspace_id, place) do update set due_at = now()`,
    [workspace, name],
  )
}

/** SQL condition that a file has expired, longer ago than it takes to accept a message: one accepted right before still protects the file. */
const isExpired = `expires_at < now() - interval '60 seconds'`

/** Maximum number of expired files among which those to remove are looked for. */
const dueMax = 10_000

/**
 * Removes expired files, except those that an unsent message needs, and queues their bytes for removal. Reads the unsent messages once, not
 * for each file. Returns how many places of bytes it queued; files with the same bytes share a place.
 */
export async function removeExpired(em: EntityManager, sizeMax: number): Promise<number> {
  const removed = await sql(
    em,
    `with due as materialized (
       select workspace_id, id, expires_at from file where ${isExpired} order by expires_at limit ${dueMax}
     ), needed as materialized (
       select unnest(${shownFiles}) as id from send_job j
       join message m on m.workspace_id = j.workspace_id and m.id = j.message_id
       where j.workspace_id = any(array(select distinct workspace_id from due))
     ), expired as (
       select f.workspace_id, f.id from due d join file f on f.workspace_id = d.workspace_id and f.id = d.id
       where f.${isExpired} and f.id not in (select id from needed where id is not null)
       order by d.expires_at limit $1 for update of f skip locked
     ), gone as (
       delete from file f using expired e where f.workspace_id = e.workspace_id and f.id = e.id
       returning f.workspace_id, f.place
     )
     insert into orphaned_blob (workspace_id, place, due_at) select distinct workspace_id, place, now() from gone
     on conflict (workspace_id, place) do update set due_at = now() returning 1`,
    [sizeMax],
  )
  return removed.length
}

/** Bytes that may no longer belong to a file. `dueAt` changes if another file with these bytes is removed in the meantime. */
export type OrphanedBlob = BlobKey & { dueAt: string; isNamed: boolean }

export const orphanName = ({ workspace, name }: BlobKey): string => `${workspace} ${name}`

/**
 * Returns bytes to check, except those named in `without` as `workspace place`: bytes of removed files, which other files may share, and bytes
 * of uploads that never completed.
 */
export const dueOrphans = (em: EntityManager, sizeMax: number, without: string[]): Promise<OrphanedBlob[]> =>
  sql<OrphanedBlob>(
    em,
    `select workspace_id as workspace, place as name, due_at::text as "dueAt",
       exists (select 1 from file f where f.workspace_id = l.workspace_id and f.place = l.place) as "isNamed"
     from orphaned_blob l where due_at <= now() and workspace_id || ' ' || place <> all($2) order by due_at limit $1`,
    [sizeMax, without],
  )

/** Marks bytes as checked. If they were removed, also forgets the provider's media ids. */
export async function endOrphan(em: EntityManager, { workspace, name, dueAt, isNamed }: OrphanedBlob): Promise<void> {
  await sql(em, 'delete from orphaned_blob where workspace_id = $1 and place = $2 and due_at = $3::timestamptz', [
    workspace,
    name,
    dueAt,
  ])
  if (!isNamed) await sql(em, 'delete from file_upload where workspace_id = $1 and place = $2', [workspace, name])
}

/** Refuses a restricted caller's change to a file that also belongs to other numbers, because their messages may need it. */
export function refuseSharedFile(call: Pick<CallContext, 'numbers'>, { shared, numberIds }: FileRow): void {
  const isOwn = !shared && numberIds.every((id) => call.numbers?.includes(id as never))
  if (!isOwn) refuseLimited(call)
}

/** Adds the numbers of messages to the numbers of their files. A key restricted to certain numbers may use only files of those numbers. */
export async function giveFilesToNumbers(
  em: EntityManager,
  messages: readonly Pick<MessageRow, 'workspaceId' | 'numberId' | 'content'>[],
): Promise<void> {
  const given = messages.flatMap(({ workspaceId, numberId, content }) =>
    filesOf(content ?? null).map(({ file }) => ({ workspaceId, numberId, file })),
  )
  if (given.length === 0) return
  await sql(
    em,
    `with given as (
       select workspace_id, id, array_agg(distinct number_id) as number_ids
       from unnest($1::text[], $2::text[], $3::text[]) as g (workspace_id, id, number_id) group by workspace_id, id
     )
     update file f set number_ids = array(select unnest(f.number_ids || g.number_ids) as id group by id order by id)
     from given g where f.workspace_id = g.workspace_id and f.id = g.id and not f.number_ids @> g.number_ids`,
    [given.map(({ workspaceId }) => workspaceId), given.map(({ file }) => file), given.map(({ numberId }) => numberId)],
  )
}

export type MediaJob = LeasedJob & {
  messageId: string
  workspaceId: string
  numberId: string
  mediaId: string
  provider: string
  version: number
  ciphertext: string | null
}

/** Queue of the `media` loop. The lease is longer than any download. The attempts take as long as the provider keeps media: 7 days. */
export const mediaQueue = createLeasedQueue<MediaJob>({
  table: 'media_job',
  key: { message_id: 'messageId' },
  leaseSeconds: 90,
  retries: { attemptsMax: 45, pausesMs: [2_000, 10_000, 60_000, 300_000, 1_800_000, 7_200_000, 14_400_000] },
  columns: `job.workspace_id as "workspaceId", job.number_id as "numberId", job.media_id as "mediaId", n.provider, n.version, n.ciphertext`,
  from: 'job join known_number n on n.workspace_id = job.workspace_id and n.id = job.number_id',
})

/** Queues a message's media for the `media` loop, so that its event doesn't wait for the download. */
export async function queueMedia(tx: Tx, { id, workspaceId, numberId, content }: MessageRow): Promise<void> {
  const mediaId = content?.media?.providerId
  if (mediaId === undefined) return
  await sql(tx.em, 'insert into media_job (message_id, workspace_id, number_id, media_id) values ($1, $2, $3, $4)', [
    id,
    workspaceId,
    numberId,
    mediaId,
  ])
  tx.wake('media')
}

/** Removes the media of a message that its sender deleted, or cancels the download. Keeps files that were uploaded here. */
export async function removeReceived(tx: Tx, { id, workspaceId: workspace, content }: MessageRow): Promise<void> {
  const { providerId, file } = content?.media ?? {}
  if (providerId === undefined) return
  await sql(tx.em, 'delete from media_job where message_id = $1', [id])
  if (file === undefined) return
  await removeFiles(tx, { workspace, files: [file] })
}

const isUnshown = `not exists (select 1 from message m where m.workspace_id = $1 and m.content->'media'->>'file' = f.id)
  and not exists (select 1 from message m where m.workspace_id = $1 and ${headerFile} = f.id)
  and not exists (select 1 from message m where m.workspace_id = $1 and ${hasNativeFile})`

/** Removes the files that no message shows anymore. Their bytes are deleted after the commit, unless another file shares them. */
export async function removeFiles(
  tx: FilesTx,
  { workspace, files }: { workspace: string; files: string[] },
): Promise<void> {
  const gone = await sql<{ place: string }>(
    tx.em,
    `delete from file f where f.workspace_id = $1 and f.id = any($2) and ${isUnshown} returning f.place`,
    [workspace, files],
  )
  for (const { place: name } of gone) await orphanBlob(tx, { workspace, name })
}
