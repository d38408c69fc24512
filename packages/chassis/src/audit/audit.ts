import { createHmac, type KeyObject } from 'node:crypto'
import { type CallContext, type EventData, idPrefixes, isAudited, type Mutation, type Query } from '@posthorn/contracts'
import type { z } from 'zod'
import type { Runtime } from '../runtime.ts'
import type { Tx } from '../tx.ts'
import { type Change, watchChanges } from './changes.ts'

type RedactedValue = z.infer<ReturnType<typeof z.json>>

/** Fields whose text is one of a few fixed words, or is meant to be shown. */
const plainFields = new Set([
  'status',
  'scopes',
  'events',
  'kind',
  'type',
  'mode',
  'category',
  'language',
  'color',
  'timezone',
  'hint',
  'publicId',
  'provider',
  'tool',
])
/** Nouns whose `name` isn't a person's name. */
const namedThings = new Set([
  'workspaces',
  'keys',
  'workspaceKeys',
  'webhooks',
  'labels',
  'segments',
  'templates',
  'channels',
])

/** Nouns whose `reason` is written by an operator for the audit log. */
const reasonedNouns = new Set(['deadEvents'])

const idPattern = new RegExp(`^(${Object.keys(idPrefixes).join('|')})_[0-9a-z]{26}$`)
const isoTimePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)?$/
const phone = /^(?:\+\d{5,15}|[1-9]\d{6,14})$/
const field = /^[A-Za-z_]\w{0,63}$/

const textCharactersMax = 200
const itemsMax = 20
const fieldsMax = 60
const depthMax = 5

/**
 * Creates a redactor based on an allowlist: anything that may be personal or a credential is replaced with `#` and its hash under `key`.
 * Phone numbers keep their last digits, URLs lose their query, and long or deep lists and objects are cut. Equal values stay equal, so a reader of
 * the audit log can follow a value that the log doesn't reveal. `noun`: the resource in the operation's route, such as `webhooks`. It decides
 * whether a `name` or `reason` is shown. `onCut`: called for each value that is cut.
 */
export function createRedactor(
  key: KeyObject,
  noun: string,
  onCut: () => void = () => {},
): (value: unknown) => RedactedValue {
  const firstOf = <T>(values: T[], max: number): T[] => {
    if (values.length > max) onCut()
    return values.slice(0, max)
  }
  const hashOf = (text: string) => `#${createHmac('sha256', key).update(text).digest('base64url').slice(0, 12)}`
  const textOf = (text: string, fieldName: string): string => {
    if (idPattern.test(text) || isoTimePattern.test(text)) return text
    if (phone.test(text)) return `…${text.slice(-4)} ${hashOf(text)}`
    if (fieldName === 'url' && URL.canParse(text)) return new URL(text).origin + new URL(text).pathname
    const isShownForNoun =
      (fieldName === 'name' && namedThings.has(noun)) || (fieldName === 'reason' && reasonedNouns.has(noun))
    const plain = plainFields.has(fieldName) || isShownForNoun
    return plain ? text.slice(0, textCharactersMax) : hashOf(text)
  }
  const redact = (value: unknown, fieldName: string, depth: number): RedactedValue => {
    if (value === null || value === undefined) return null
    if (typeof value === 'boolean' || typeof value === 'number') return value
    if (typeof value === 'string') return textOf(value, fieldName)
    if (value instanceof Date) return value.toISOString()
    if (depth >= depthMax || typeof value !== 'object') {
      onCut()
      return hashOf(typeof value)
    }
    if (Array.isArray(value)) return firstOf(value, itemsMax).map((item) => redact(item, fieldName, depth + 1))
    // Names of a contact's own fields may be the names of fields that are shown, such as `status`.
    const ofPerson = fieldName === 'fields'
    const pairs = Object.entries(value).filter(([, item]) => item !== undefined)
    return Object.fromEntries(
      firstOf(pairs, fieldsMax).map(([name, item]) => [
        field.test(name) ? name : hashOf(name),
        redact(item, ofPerson ? '' : name, depth + 1),
      ]),
    )
  }
  return (value) => redact(value, '', 0)
}

type AuditRecord = EventData<'audit:recorded'>
type Fields = AuditRecord['given']

/** A call, its input and result, and the rows that it changed. */
type Action = { call: CallContext; input: unknown; value: unknown; changes: Change[] }

/** Records operations in the audit log, in the same transaction as the operation. */
export type Auditor = { watch(tx: Tx): Change[]; record(tx: Tx, action: Action): void }

const detailBytesMax = 16 * 1024
/** Maximum number of changed rows in an entry. */
const changesMax = 20

/** Returns an auditor for operations that the audit log contains; undefined for other operations. */
export function auditorOf(
  runtime: Pick<Runtime, 'name' | 'vault'>,
  route: string,
  operation: Query | Mutation,
): Auditor | undefined {
  if (!isAudited(operation)) return undefined
  const key = runtime.vault.derive('audit log')
  const noun = route.split('.')[0] ?? ''
  return {
    watch: (tx) => watchChanges(tx.em),
    record(tx, action) {
      const { call, changes } = action
      // An operator's call names no workspace, so take it from the changed rows. No changed rows means that nothing happened.
      const workspace = call.workspace ?? changes.find((change) => change.workspace !== null)?.workspace
      if (!workspace) return
      let isCut = changes.length > changesMax
      const redact = createRedactor(key, noun, () => {
        isCut = true
      })
      const given = redact(action.input) as Fields
      const shown = changes.slice(0, changesMax).map(toRecord(redact))
      const data: AuditRecord = {
        actor: { ...call.actor, name: call.actor.name ?? null },
        service: runtime.name,
        operation: route,
        target: redact(targetOf(action)) as string | null,
        ip: call.ip ?? null,
        requestId: call.requestId,
        ...fittingDetails({ given, changes: shown, truncated: isCut }),
      }
      const aggregate = { id: call.requestId, version: 1 }
      tx.emit({ kind: 'audit:recorded', workspace, data, aggregate, traceparent: call.traceparent })
    },
  }
}

/** Returns a row's change as the audit log contains it. */
const toRecord =
  (redact: (value: unknown) => RedactedValue) =>
  ({ thing, id, before, after }: Change): AuditRecord['changes'][number] => ({
    thing,
    // A row's id may be a phone number.
    id: redact(id) as string | null,
    before: before && (redact(before) as Fields),
    after: after && (redact(after) as Fields),
  })

/** Returns the id of the object that the operation was about: from its input or result, otherwise from the first row that it changed. */
function targetOf({ input, value, changes }: Action): string | null {
  const idsGiven = [input, value].map((object) => (object as { id?: unknown } | null | undefined)?.id)
  return (idsGiven.find((id) => typeof id === 'string') as string | undefined) ?? changes[0]?.id ?? null
}

type Details = Pick<AuditRecord, 'given' | 'changes' | 'truncated'>

/** Returns an entry's details, or none if they are too large for an event. */
function fittingDetails(details: Details): Details {
  if (Buffer.byteLength(JSON.stringify(details)) <= detailBytesMax) return details
  return { given: {}, changes: [], truncated: true }
}
