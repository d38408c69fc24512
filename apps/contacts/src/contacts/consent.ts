import type { ContactRow } from '../entities/contact.ts'

/** Statement of a customer about messages, with its time at the provider: a word such as STOP, or a preference about marketing messages. */
export type Statement = { kind: 'word' | 'preference'; out: boolean; at: Date }

type Consent = Pick<ContactRow, 'optedOutAt' | 'stopped' | 'wordAt' | 'saidOut' | 'preferenceAt' | 'prefersOut'>

/**
 * Applies a statement of a customer; returns true when they are opted out or in by it. Statements come late, twice and in any order: the
 * newest word and the newest preference count, of two with the same time the one that opts out. A preference that resumes ends an opt-out
 * by preference only.
 */
export function applyStatement(row: Consent, { kind, out, at }: Statement): boolean {
  const [before, wasSaid] = kind === 'word' ? [row.wordAt, row.saidOut] : [row.preferenceAt, row.prefersOut]
  if (before && (before > at || (before.getTime() === at.getTime() && (!out || wasSaid)))) return false
  const wasOut = Boolean(row.optedOutAt)
  const isDecided = kind === 'word' ? out : wasOut && !row.stopped
  if (kind === 'word') Object.assign(row, { wordAt: at, saidOut: out })
  else Object.assign(row, { preferenceAt: at, prefersOut: out })
  row.stopped = !isDecided && isStopped(row)
  row.optedOutAt = isDecided || row.stopped ? (row.optedOutAt ?? at) : null
  return Boolean(row.optedOutAt) !== wasOut
}

/** Returns true when the newest preference opts out and no later word opts in. */
function isStopped({ preferenceAt, prefersOut, wordAt, saidOut }: Consent): boolean {
  if (!preferenceAt || !prefersOut) return false
  return !(wordAt && !saidOut && wordAt > preferenceAt)
}
