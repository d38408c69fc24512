import type { EntityManager } from '@mikro-orm/postgresql'
import { contentKinds, type EventData, fail, mediaKindOf } from '@posthorn/contracts'
import type { PostContent, PostRow } from '../entities/post.ts'
import { type Counts, countsOf } from './posts.sql.ts'

type Shown = EventData<'channel:posted'>

/** Posts of one workspace as answers and events show them. */
export async function presentPosts(em: EntityManager, rows: PostRow[]): Promise<Shown[]> {
  const [first] = rows
  if (!first) return []
  const counts = await countsOf(
    em,
    first.workspaceId,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => presentWith(row, counts.get(row.id) ?? {}))
}

/** One post. */
export async function presentPost(em: EntityManager, row: PostRow): Promise<Shown> {
  const [shown] = await presentPosts(em, [row])
  return shown ?? fail('post:not_found')
}

function presentWith(row: PostRow, counts: Counts): Shown {
  const { message, template } = row.content as { message?: string; template?: { name: string } }
  const gathering = row.gatherAfter !== null && row.gatherAfter !== undefined
  const { waiting = 0, queued = 0, sent = 0, delivered = 0, read = 0, failed = 0, unsubscribed = 0 } = counts
  const total = waiting + queued + sent + delivered + read + failed + unsubscribed
  return {
    id: row.id,
    channel: row.channelId,
    type: typeOf(row.content),
    message: message ?? null,
    template: template?.name ?? null,
    segment: row.segmentId ?? null,
    state: gathering ? 'gathering' : row.state,
    counts: { total, waiting, queued, sent, delivered, read, failed, unsubscribed },
    createdAt: row.createdAt.toISOString(),
    postedAt: row.postedAt?.toISOString() ?? null,
  }
}

/** The kind of content: of media their own kind. */
function typeOf(content: PostContent): string {
  const kind = contentKinds.find((name) => content[name] !== undefined) ?? 'text'
  return kind === 'media' ? (mediaKindOf(content['media'] as Parameters<typeof mediaKindOf>[0]) ?? kind) : kind
}
