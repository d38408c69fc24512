import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import { type CallContext, refuseLimited } from '@posthorn/contracts'
import { filesOf } from '../content/file-of.ts'
import type { FileRow } from '../entities/file.ts'
import type { MessageRow } from '../entities/message.ts'

/** A caller restricted to numbers may change only files that belong to those numbers alone. */
export function refuseSharedFile(call: Pick<CallContext, 'numbers'>, { shared, numberIds }: FileRow): void {
  const isOwn = !shared && numberIds.every((id) => call.numbers?.includes(id as never))
  if (!isOwn) refuseLimited(call)
}

/** Records which numbers use the files of these messages. */
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
