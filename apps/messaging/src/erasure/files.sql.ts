import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { StoredContent } from '../entities/content.ts'
import type { FileRow } from '../entities/file.ts'
import { hasNativeFile, headerFile, orphanBlob } from '../files/files.sql.ts'
import { extensionOf } from '../files/media-type.ts'

/** SQL array of the files shown in message `m`: as its content, in its header or template, or in native content. */
export const shownFiles = `array_remove(array[m.content->'media'->>'file', ${headerFile}], null)
  || array(select native->>'file' from jsonb_array_elements(m.content->'nativeMedia') native)`

const isUnshown = `not exists (select 1 from message m where m.workspace_id = $1 and m.content->'media'->>'file' = f.id)
  and not exists (select 1 from message m where m.workspace_id = $1 and ${headerFile} = f.id)
  and not exists (select 1 from message m where m.workspace_id = $1 and ${hasNativeFile})`

/** Removes the files that no message shows anymore. Their bytes are deleted after the commit, unless another file shares them. */
export async function removeFiles(
  em: EntityManager,
  { workspace, files }: { workspace: string; files: string[] },
): Promise<void> {
  const gone = await sql<{ place: string }>(
    em,
    `delete from file f where f.workspace_id = $1 and f.id = any($2) and ${isUnshown} returning f.place`,
    [workspace, files],
  )
  for (const { place: name } of gone) await orphanBlob(em, { workspace, name })
}

export type FilesOfPerson = { workspace: string; received: string[]; sent: string[] }

/**
 * Removes the files that a person sent or received. Keeps a file that other people's messages still show, but removes its name if the
 * person sent it. Returns the files that were kept.
 */
export async function eraseFiles(em: EntityManager, { workspace, received, sent }: FilesOfPerson): Promise<string[]> {
  await removeFiles(em, { workspace, files: [...received, ...sent] })
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

function namelessOf({ id, mime }: Pick<FileRow, 'id' | 'mime'>): string {
  return `${id}.${extensionOf(mime)}`
}

type Renamed = { id: string; filename: string; nameless: string }

async function renameInMessages(em: EntityManager, workspace: string, file: Renamed): Promise<void> {
  const messages = await sql<{ id: string; content: StoredContent }>(
    em,
    `select m.id, m.content from message m where m.workspace_id = $1
       and (m.content->'media'->>'file' = $2 or ${headerFile} = $2) order by m.id for update`,
    [workspace, file.id],
  )
  await sql(
    em,
    `update message m set content = s.content::jsonb, version = version + 1 from unnest($2::text[], $3::text[]) as s (id, content)
     where m.workspace_id = $1 and m.id = s.id and m.id = any($2)`,
    [workspace, messages.map(({ id }) => id), messages.map(({ content }) => renamed(content, file))],
  )
}

/** Returns content as JSON with every occurrence of the file's name removed. */
function renamed(content: StoredContent, { id, filename, nameless }: Renamed): string {
  return JSON.stringify(content, (_key, value: unknown) => {
    const { file, filename: shown } = (value ?? {}) as { file?: unknown; filename?: unknown }
    return file === id && shown === filename ? { ...(value as object), filename: nameless } : value
  })
}
