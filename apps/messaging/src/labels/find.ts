import type { EntityManager } from '@mikro-orm/postgresql'
import { fail } from '@posthorn/contracts'
import type { LabelView } from '../entities/chat.ts'
import { Label } from '../entities/label.ts'

/** The labels with these ids, each once and in this order, as chats show them; one that is unknown is named by its path. */
export async function findLabels(em: EntityManager, ids: string[], path: string): Promise<LabelView[]> {
  if (ids.length === 0) return []
  const rows = await em.find(Label, { id: { $in: ids } })
  const byId = new Map(rows.map(({ id, name, color }) => [id, { id, name, color }]))
  const errors = ids.flatMap((id, i) =>
    byId.has(id) ? [] : [{ path: `${path}.${i}`, code: 'label:not_found', message: 'there is no such label' }],
  )
  if (errors.length > 0) fail('label:not_found', { errors })
  return [...new Set(ids)].map((id) => byId.get(id) as LabelView)
}
