import { contacts, fail, messaging } from '@posthorn/contracts'
import { type Fields, refuseField, textOf, textsOf } from '../face/body.ts'
import { findLabel, findMember, labelIds, listLabels } from '../face/lookups.ts'
import type { Session } from '../face/session.ts'
import { type Message } from '../ours.ts'
import { metadataOf, replacedMetadata } from './contact-fields.ts'

/** A change to make once the message is accepted. */
type Change = (session: Session, message: Message) => Promise<unknown>

/** Effects of a message other than being sent: actions on its chat once sent, labels to add, and changes after acceptance. */
export type Actions = { actions: Record<string, unknown>; labels: string[]; changes: Change[] }

/** Chat actions that set a status or mark. */
const simpleActions: Readonly<Record<string, object>> = {
  'chat:resolve': { status: 'resolved' },
  'chat:unresolve': { status: 'open' },
  'chat:read': { unread: false },
  'chat:unread': { unread: true },
  'chat:unassign': { assignee: null },
}

const metadataActions = ['metadata:set', 'metadata:add', 'metadata:remove']

async function contactOf(session: Session, { phone }: Message) {
  if (phone === null) fail('request:invalid', { message: 'Only messages to a phone can change metadata.' })
  return session.ask(contacts.contacts.create, { phone, upsert: true })
}

function metadataChange(name: string, params: Fields, path: string): Change {
  const keys = name === 'metadata:remove' ? textsOf((params['keys'] ?? []) as unknown[], `${path}.keys`) : []
  const given = name === 'metadata:remove' ? {} : metadataOf(params['metadata'] ?? [], `${path}.metadata`)
  return async (session, message) => {
    const contact = await contactOf(session, message)
    const removed = Object.fromEntries(keys.map((key) => [key, null]))
    const fields = name === 'metadata:set' ? replacedMetadata(contact, given) : { ...given, ...removed }
    return session.ask(contacts.contacts.update, { id: contact.id, fields })
  }
}

function labelChange(name: string, names: string[]): Change {
  return async (session, { chat }) => {
    if (name === 'labels:set') {
      return session.ask(messaging.chats.update, { id: chat, labels: await labelIds(session, names) })
    }
    const known = await listLabels(session)
    for (const label of names.flatMap((text) => findLabel(known, text) ?? [])) {
      await session.ask(messaging.labels.removeFromChat, { id: chat, label: label.id })
    }
    return undefined
  }
}

async function memberOf(session: Session, params: Fields): Promise<{ member: string }> {
  const agent = textOf(params, 'agent')
  if (agent === undefined) fail('feature:unsupported', { message: 'Chats are assigned to people here; send agent.' })
  return { member: (await findMember(session, agent)).id }
}

type Applied = { action: Fields; path: string }

async function readAction(session: Session, found: Actions, { action, path }: Applied): Promise<void> {
  const name = textOf(action, 'action') ?? ''
  const given = action['params'] ?? {}
  const params = typeof given === 'object' && given !== null ? (given as Fields) : {}
  const labels = () =>
    textsOf(Array.isArray(params['labels']) ? (params['labels'] as unknown[]) : [], `${path}.params.labels`)
  if (Object.hasOwn(simpleActions, name)) Object.assign(found.actions, simpleActions[name])
  else if (name === 'chat:assign') found.actions['assignee'] = await memberOf(session, params)
  else if (name === 'labels:add') found.labels.push(...labels())
  else if (name === 'labels:remove' || name === 'labels:set') found.changes.push(labelChange(name, labels()))
  else if (metadataActions.includes(name)) {
    session.refuseWithout('manage')
    found.changes.push(metadataChange(name, params, `${path}.params`))
  } else refuseField(`${path}.action`, 'is not an action')
}

/** Reads a message's actions and label. */
export async function actionsOf(session: Session, body: Fields): Promise<Actions> {
  const found: Actions = { actions: {}, labels: [], changes: [] }
  const label = textOf(body, 'label')
  if (label !== undefined) found.labels.push(label)
  const actions = body['actions'] ?? []
  if (!Array.isArray(actions)) refuseField('actions', 'must be an array')
  for (const [i, action] of (actions as unknown[]).entries()) {
    const path = `actions.${i}`
    if (typeof action !== 'object' || action === null) refuseField(path, 'must be an object')
    await readAction(session, found, { action: action as Fields, path })
  }
  return found
}
