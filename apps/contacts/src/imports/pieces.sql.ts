import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { Parts } from './header.ts'

/** Bytes in a stored piece of a file. Only the last is shorter. */
const pieceBytes = 256 * 1024

export type ImportKey = { workspaceId: string; id: string }

/** Stores a file in pieces of equal size. Returns its size in bytes. */
export async function storeFile(em: EntityManager, key: ImportKey, parts: Parts): Promise<number> {
  let size = 0
  let position = 0
  let rest: Buffer = Buffer.alloc(0)
  const store = async (data: Buffer) => {
    await sql(em, 'insert into import_piece (workspace_id, import_id, position, data) values ($1, $2, $3, $4)', [
      key.workspaceId,
      key.id,
      position++,
      data,
    ])
    size += data.length
  }
  for await (const part of parts) {
    rest = rest.length === 0 ? part : Buffer.concat([rest, part])
    for (; rest.length >= pieceBytes; rest = rest.subarray(pieceBytes)) await store(rest.subarray(0, pieceBytes))
  }
  if (rest.length > 0) await store(rest)
  return size
}

/** Reads up to `count` pieces from `start`, which limits memory whatever the file's size. */
export async function readFile(
  em: EntityManager,
  key: ImportKey,
  { start, count }: { start: number; count: number },
): Promise<Buffer> {
  const first = Math.floor(start / pieceBytes)
  const rows = await sql<{ data: Buffer }>(
    em,
    `select data from import_piece where workspace_id = $1 and import_id = $2 and position >= $3 and position < $4
     order by position`,
    [key.workspaceId, key.id, first, first + count],
  )
  return Buffer.concat(rows.map(({ data }) => data)).subarray(start - first * pieceBytes)
}

/** Removes the file and the records of a dry run. */
export async function removeFile(em: EntityManager, { workspaceId, id }: ImportKey): Promise<void> {
  await sql(em, 'delete from import_piece where workspace_id = $1 and import_id = $2', [workspaceId, id])
  await sql(em, 'delete from import_seen where workspace_id = $1 and import_id = $2', [workspaceId, id])
}
