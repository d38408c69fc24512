import type { Id } from '@posthorn/contracts'
import type { Api } from './client.ts'
import type { Noting } from './move-rows.ts'
import type { Kind } from './move-source.ts'
import { RefusedError } from './refusal.ts'

export type Outcome = 'made' | 'changed' | 'unchanged'

export type Target = {
  api: Api
  number: Id<'num'>
  note: Noting
  counts: Record<Kind, Record<Outcome, number>>
  onProgress(kind: Kind, done: number, all: number): void
}

/** Makes a change and counts it. Records a rejected row; any other error ends the move. */
export async function change(
  { counts, note }: Target,
  { kind, row }: { kind: Kind; row: string },
  work: () => Promise<Outcome>,
): Promise<boolean> {
  try {
    counts[kind][await work()] += 1
    return true
  } catch (error) {
    if (!(error instanceof RefusedError) || !error.isAboutInput) throw error
    note({ kind, row, why: 'refused', detail: error.message, lost: true })
    return false
  }
}
