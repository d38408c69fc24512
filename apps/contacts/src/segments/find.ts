import type { VerbContext } from '@posthorn/chassis'
import { fail, failUnknown, type segment } from '@posthorn/contracts'
import type { z } from 'zod'
import type { ContactsRuntime } from '../config.ts'
import { callerOf, countContacts } from '../contacts/select.sql.ts'
import { Segment, type SegmentRow } from '../entities/segment.ts'
import { filterCondition } from './compile.sql.ts'

type Context = Pick<VerbContext<ContactsRuntime>, 'em' | 'workspace' | 'call'>

/** The segment of that id, which the path or a field of the request names. */
export async function findSegment({ em }: Context, id: string, field?: string): Promise<SegmentRow> {
  return (await em.findOne(Segment, { id })) ?? failUnknown('segment:not_found', field)
}

/** A segment as answers show it, with the caller's count of this moment. */
export async function presentSegment(ctx: Context, row: SegmentRow): Promise<z.input<typeof segment>> {
  return {
    id: row.id,
    name: row.name,
    description: row.description ?? null,
    filter: row.filter,
    count: await countContacts(ctx.em, callerOf(ctx), [filterCondition(row.filter)]),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Refuses a name that another segment has. */
export async function refuseTakenName({ em }: Context, name: string, ownId?: string): Promise<void> {
  const other = await em.findOne(Segment, { name })
  if (!other || other.id === ownId) return
  fail('segment:duplicate', {
    errors: [{ path: 'name', code: 'segment:duplicate', message: `belongs to ${other.id}` }],
  })
}

/** Announces that a segment was created, changed or deleted. */
export function announceSegment(
  ctx: Pick<VerbContext, 'emit'>,
  { id, updatedAt }: SegmentRow,
  { deleted } = { deleted: false },
): void {
  const version = deleted ? Date.now() : updatedAt.getTime()
  ctx.emit({ kind: 'segment:updated', data: { id, deleted }, aggregate: { id, version } })
}
