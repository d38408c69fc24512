import { contacts, type Id } from '@posthorn/contracts'
import type { Api } from './client.ts'
import type { MoveSource, Row } from './move-source.ts'
import { CommandError, networkReasonOf } from './refusal.ts'

/** Counts of one kind of thing. */
export type Moved = { kind: keyof MoveSource; made: number; there: number; faulty: number }

/** A row that could not be made, with the reason. */
export type Fault = { kind: keyof MoveSource; row: string; reason: string }

/** Place of an interrupted move, and how it is kept. */
export type Progress = { contacts: number; save(contacts: number): Promise<void> }

type Answer = { status: number; body: Record<string, unknown> }
type Target = { api: Api; device: string; ask: (method: string, path: string, body: unknown) => Promise<Answer> }

const timeoutMs = 60_000
/** Contacts of one request, each of which is answered. */
const chunkSize = 50

async function openTarget(api: Api, device: string | undefined): Promise<Target> {
  const { url, key } = api.access
  const ask: Target['ask'] = async (method, path, body) => {
    const response = await fetch(`${url}/compat/v1${path}`, {
      method,
      headers: { Token: key, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw new CommandError(`${url} cannot be reached (${networkReasonOf(error)})`)
    })
    const answer = (await response.json()) as Answer['body']
    if ([401, 403, 429].includes(response.status) || response.status >= 500)
      throw new CommandError(`${url}: ${textOf(answer['message'])}`)
    return { status: response.status, body: answer }
  }
  const path = device === undefined ? '/devices' : `/devices/${device}`
  const { status, body } = await ask('GET', path, undefined)
  const named = (Array.isArray(body) ? (body[0] as Row | undefined) : body)?.['id']
  if (status >= 400 || typeof named !== 'string') throw new CommandError(`${url} has no such number; pass --device`)
  return { api, device: named, ask }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const reasonOf = ({ body }: Answer) => {
  const errors = Array.isArray(body['errors']) ? (body['errors'] as Row[]) : []
  const faulty = errors.map((each) => `${textOf(each['path'])} ${textOf(each['message'])}`.trim())
  return faulty.length > 0 ? faulty.join('; ') : textOf(body['message'])
}

/** Sends each row; what exists already is counted as there. */
async function moveRows(
  target: Target,
  kind: 'labels' | 'webhooks',
  { rows, path, faults }: { rows: Row[]; path: string; faults: Fault[] },
): Promise<Moved> {
  const moved: Moved = { kind, made: 0, there: 0, faulty: 0 }
  for (const row of rows) {
    const answer = await target.ask('POST', path, row)
    if (answer.status < 400) moved.made += 1
    else if (answer.status === 409) moved.there += 1
    else {
      moved.faulty += 1
      faults.push({ kind, row: textOf(row['name']), reason: reasonOf(answer) })
    }
  }
  return moved
}

/** Returns the body that makes a contact like this one. */
function contactOf(row: Row): Row {
  const { name, info, metadata } = row
  const { kind: _kind, ...facts } = (typeof info === 'object' && info !== null ? info : {}) as Row
  return { name, ...facts, phone: phoneOf(row), ...(Array.isArray(metadata) ? { metadata } : {}) }
}

const isPerson = ({ type, wid, phone }: Row) =>
  (type === undefined || type === 'user') && (phone !== undefined || textOf(wid).endsWith('@c.us'))

/** Returns the phone of a row in international form. */
function phoneOf({ phone, wid, id }: Row): string {
  const text = textOf(phone) || textOf(wid) || textOf(id)
  return `+${text.replace(/@.*$/, '').replace(/^\+/, '')}`
}

/** Applies the block and the opt-out of a person. */
async function applyMarks({ api, device, ask }: Target, row: Row): Promise<void> {
  const phone = phoneOf(row)
  if (row['status'] === 'blocked') await ask('POST', `/devices/${device}/block`, { contacts: [phone] })
  if ((row['subscription'] as Row | undefined)?.['status'] !== 'unsubscribed') return
  const [contact] = await api.list(contacts.contacts.list, { phone }, 1)
  if (contact) await api.call(contacts.contacts.optOut, { id: contact.id as Id<'con'> })
}

async function moveContacts(
  target: Target,
  { rows, progress, faults }: { rows: Row[]; progress: Progress; faults: Fault[] },
): Promise<Moved> {
  const moved: Moved = { kind: 'contacts', made: 0, there: progress.contacts, faulty: 0 }
  const path = `/chat/${target.device}/contacts?upsert=true`
  for (let at = progress.contacts; at < rows.length; at += chunkSize) {
    const chunk = rows.slice(at, at + chunkSize)
    const together = await target.ask('PATCH', path, chunk.map(contactOf))
    for (const row of chunk) {
      const answer = together.status < 400 ? together : await target.ask('PATCH', path, [contactOf(row)])
      if (answer.status < 400) {
        moved.made += 1
        await applyMarks(target, row)
        continue
      }
      moved.faulty += 1
      faults.push({ kind: 'contacts', row: phoneOf(row), reason: reasonOf(answer) })
    }
    await progress.save(Math.min(at + chunkSize, rows.length))
  }
  return moved
}

type Move = { source: MoveSource; device: string | undefined; progress: Progress }

/** Makes labels, contacts and webhooks of a former service here. A second time it changes nothing. */
export async function move(api: Api, { source, device, progress }: Move): Promise<{ moved: Moved[]; faults: Fault[] }> {
  const target = await openTarget(api, device)
  const faults: Fault[] = []
  const labels = source.labels.map(({ name, color, description }) => ({ name, color, description }))
  const hooks = source.webhooks.map(({ name, url, events }) => ({ name, url, events, device: target.device }))
  const people = source.contacts.filter(isPerson)
  const moved = [
    await moveRows(target, 'labels', { rows: labels, path: `/devices/${target.device}/labels`, faults }),
    await moveContacts(target, { rows: people, progress, faults }),
    await moveRows(target, 'webhooks', { rows: hooks, path: '/webhooks', faults }),
  ]
  return { moved, faults }
}
