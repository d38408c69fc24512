import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { FileRow, StoredContent } from '../entities/chat.ts'
import { type FilesTx, headerFile, removeFiles } from '../files/files.sql.ts'
import { extensionOf } from '../files/media-type.ts'

/** Maximum number of messages in one statement. */
export const stepMax = 2_000

/** Changes rows in steps. `take` returns the next rows after an id, in the order of their ids. */
export async function inSteps<R extends { id: string }>(
  take: (after: string) => Promise<R[]>,
  change: (rows: R[]) => Promise<void>,
): Promise<void> {
  let after: string | undefined = ''
  while (after !== undefined) {
    const rows: R[] = await take(after)
    if (rows.length > 0) await change(rows)
    after = rows.at(-1)?.id
  }
}

/** Stores the changed content of messages, and raises their versions. */
export async function storeContents(
  em: EntityManager,
  workspace: string,
  contents: { id: string; json: string }[],
): Promise<void> {
  await sql(
    em,
    `update message m set content = s.content::jsonb, version = version + 1 from unnest($2::text[], $3::text[]) as s (id, content)
     where m.workspace_id = $1 and m.id = s.id and m.id = any($2)`,
    [workspace, contents.map(({ id }) => id), contents.map(({ json }) => json)],
  )
}

/** Files that we received from a person, or sent to them. */
type FilesOfPerson = { workspace: string; received: string[]; sent: string[] }

/**
 * Removes a person's files. Keeps a file that other people's messages still show, but removes its name if it was received from the person.
 * Returns the files whose names it removed.
 */
export async function eraseFiles(
  { em, wake }: FilesTx,
  { workspace, received, sent }: FilesOfPerson,
): Promise<string[]> {
  await removeFiles({ em, wake }, { workspace, files: [...received, ...sent] })
  const shown = await sql<Pick<FileRow, 'id' | 'filename' | 'mime'>>(
    em,
    `select f.id, f.filename, f.mime from file f where f.workspace_id = $1 and f.id = any($2) order by f.id for update`,
    [workspace, received],
  )
  await sql(
    em,
    `update file f set filename = n.filename from unnest($2::text[], $3::text[]) as n (id, filename)
     where f.workspace_id = $1 and f.id = n.id`,
    [workspace, shown.map(({ id }) => id), shown.map(namelessOf)],
  )
  for (const file of shown) await renameInMessages(em, workspace, { ...file, nameless: namelessOf(file) })
  return shown.map(({ id }) => id)
}

/** Returns a file name that reveals nothing about the person. */
const namelessOf = ({ id, mime }: Pick<FileRow, 'id' | 'mime'>): string => `${id}.${extensionOf(mime)}`

/** A file with its previous name and the one that replaces it. */
type Renamed = { id: string; filename: string; nameless: string }

/** Replaces the file's name in the messages that show it. Native content names files as its sender typed them, so it stays. */
async function renameInMessages(em: EntityManager, workspace: string, file: Renamed): Promise<void> {
  const take = (after: string) =>
    sql<{ id: string; content: StoredContent }>(
      em,
      // Materialized, because with the limit alone, Postgres could read all messages in the order of their ids.
      `with shown as materialized (
         select m.id from message m where m.workspace_id = $1 and (m.content->'media'->>'file' = $2 or ${headerFile} = $2)
       )
       select m.id, m.content from message m where m.workspace_id = $1 and m.id = any(array(
         select id from shown where id > $3 order by id limit ${stepMax})) order by m.id for update`,
      [workspace, file.id, after],
    )
  await inSteps(take, (rows) =>
    storeContents(
      em,
      workspace,
      rows.map(({ id, content }) => ({ id, json: renamedJson(content, file) })),
    ),
  )
}

/** Returns content as JSON in which the file has its new name wherever it is shown under the previous one. */
const renamedJson = (content: StoredContent, { id, filename, nameless }: Renamed): string =>
  JSON.stringify(content, (_key, value: unknown) => {
    const { file, filename: shown } = (value ?? {}) as { file?: unknown; filename?: unknown }
    return file === id && shown === filename ? { ...(value as object), filename: nameless } : value
  })
