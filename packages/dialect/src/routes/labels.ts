import { defined, Fault, fail, failField, messaging } from '@posthorn/contracts'
import { deviceInPath, findLabel, type Label, listLabels } from '../api/lookups.ts'
import { cut, fieldsOf, textOf, windowOf } from '../api/request.ts'
import { collectionRoutes, type DialectCall, type DialectRoute, type Session } from '../api/route.ts'
import { labelOf, labelSchema } from '../shapes/small.ts'
import { colorOfWord } from '../words.ts'

/** Returns the ids of labels by name, creating missing ones. */
export async function labelIds(session: Session, names: readonly string[]): Promise<string[]> {
  const labels = await listLabels(session)
  const ids: string[] = []
  for (const name of new Set(names)) ids.push((findLabel(labels, name) ?? (await createNamed(session, name))).id)
  return ids
}

/** Creates a label, or returns the one that another request has created meanwhile. */
async function createNamed(session: Session, name: string): Promise<Label> {
  try {
    return await session.ask(messaging.labels.create, { name })
  } catch (err) {
    const isTaken = err instanceof Fault && err.code === 'label:duplicate'
    const found = isTaken ? findLabel(await listLabels(session), name) : undefined
    if (found === undefined) throw err
    return found
  }
}

/** Lists labels: all of them, unless the query asks for a page. */
async function list(call: DialectCall) {
  await deviceInPath(call)
  const all = await listLabels(call.session)
  return cut(all, windowOf(call.query, { size: all.length, max: 10_000 })).map(labelOf)
}

async function create(call: DialectCall) {
  await deviceInPath(call)
  const body = fieldsOf(call.body)
  const name = textOf(body, 'name') ?? failField('name', 'is required')
  const [color, description] = [textOf(body, 'color'), textOf(body, 'description')]
  const label = await call.session.ask(messaging.labels.create, {
    name,
    ...defined({ color: color && colorOfWord(color), description }),
  })
  return labelOf(label)
}

/** Lists all labels, which a DELETE with `all: true` removes. */
const all = ({ session }: DialectCall) => listLabels(session)

/** Finds the label that a body names by id, else by name. */
async function findNamedLabel(call: DialectCall) {
  await deviceInPath(call)
  const body = fieldsOf(call.body)
  const name = textOf(body, 'id') ?? textOf(body, 'name') ?? failField('name', 'is required')
  const label = findLabel(await listLabels(call.session), name) ?? fail('label:not_found')
  return { body, label }
}

async function change(call: DialectCall) {
  const { body, label } = await findNamedLabel(call)
  const [color, description] = [textOf(body, 'color'), textOf(body, 'description')]
  // Without an id, the name says which label to change.
  const name = textOf(body, 'id') === undefined ? undefined : textOf(body, 'name')
  const changed = await call.session.ask(messaging.labels.update, {
    id: label.id,
    ...defined({ name, color: color && colorOfWord(color), description }),
  })
  return labelOf(changed)
}

async function remove(call: DialectCall) {
  const { label } = await findNamedLabel(call)
  await call.session.ask(messaging.labels.remove, { id: label.id })
  return labelOf(label)
}

const options = {
  answer: labelSchema,
  fields: 'name color description',
  keys: 'id name',
  differs: 'Labels belong to the workspace, not to one device.',
}

export const labelRoutes: readonly DialectRoute[] = (['/devices/{d}/labels', '/chat/{d}/labels'] as const).flatMap(
  (path) => collectionRoutes(path, options, { list, create, change, remove, all }),
)
