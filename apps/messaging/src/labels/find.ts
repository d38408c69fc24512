import type { EntityManager } from '@mikro-orm/postgresql'
import { fail, refuseUnknown } from '@posthorn/contracts'
import type { LabelView } from '../entities/chat.ts'
import { Label } from '../entities/label.ts'
import { keyOfName } from './present.ts'

/**
 * The labels of these ids or names, each once and in this order, as chats show them; one that is unknown is named by its path, unless the path of the request names it. An id is
 * never taken for the name of another label.
 */
export async function findLabels(em: EntityManager, named: string[], path?: string): Promise<LabelView[]> {
  if (named.length === 0) return []
  const rows = await em.find(Label, { $or: [{ id: { $in: named } }, { nameKey: { $in: named.map(keyOfName) } }] })
  const views = rows.map(({ id, name, color, nameKey }) => ({ nameKey, view: { id, name, color } }))
  const byId = new Map(views.map(({ view }) => [view.id, view]))
  const byName = new Map(views.map(({ nameKey, view }) => [nameKey, view]))
  const found = named.map((each) => byId.get(each) ?? byName.get(keyOfName(each)))
  if (path === undefined && found.includes(undefined)) fail('label:not_found')
  refuseUnknown(
    'label:not_found',
    found.flatMap((label, i) => (label ? [] : [`${path}.${i}`])),
  )
  return [...new Set(found.filter((label) => label !== undefined))]
}
