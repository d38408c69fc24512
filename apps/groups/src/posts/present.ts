import type { EntityManager } from '@mikro-orm/postgresql'
import { contentKinds, type EventData, fail, mediaKindOf } from '@posthorn/contracts'
import type { PostContent, PostRow } from '../entities/channel.ts'
import { type Counts, countsOf } from './deliveries.sql.ts'

type PostView = EventData<'channel:posted'>

/** Presents posts of one workspace. */
export async function presentPosts(em: EntityManager, rows: PostRow[]): Promise<PostView[]> {
  const [first] = rows
  if (!first) return []
  const counts = await countsOf(
    em,
    first.workspaceId,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => viewOf(row, counts.get(row.id) ?? {}))
}

export async function presentPost(em: EntityManager, row: PostRow): Promise<PostView> {
  const [view] = await presentPosts(em, [row])
  return view ?? fail('post:not_found')
}

function viewOf(row: PostRow, counts: Counts): PostView {
  const { message, template } = row.content as { message?: string; template?: { name: string } }
  return {
    id: row.id,
    channel: row.channelId,
    type: typeOf(row.content),
    message: message ?? null,
    template: template?.name ?? null,
    segment: row.segmentId ?? null,
    status: statusOf(row),
    counts: countsView(counts),
    createdAt: row.createdAt.toISOString(),
    deliverAt: row.deliverAt?.toISOString() ?? null,
    postedAt: row.postedAt?.toISOString() ?? null,
  }
}

function statusOf({ status, gatherAfter = null }: PostRow): PostView['status'] {
  return status === 'posting' && gatherAfter !== null ? 'gathering' : status
}

/** `total` sums the table's rows, so that it can't miss a status. */
function countsView(counts: Counts): PostView['counts'] {
  const { waiting = 0, queued = 0, sent = 0, delivered = 0, read = 0, failed = 0, canceled = 0 } = counts
  const { opted_out: optedOut = 0, unsubscribed = 0 } = counts
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return { total, waiting, queued, sent, delivered, read, failed, canceled, optedOut, unsubscribed }
}

/** Returns the kind of content; for media, the kind of media. */
function typeOf(content: PostContent): string {
  const kind = contentKinds.find((name) => content[name] !== undefined) ?? 'text'
  return kind === 'media' ? (mediaKindOf(content['media'] as Parameters<typeof mediaKindOf>[0]) ?? kind) : kind
}
