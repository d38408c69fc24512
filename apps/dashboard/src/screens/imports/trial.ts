import type { ImportsCreateInput } from '@posthorn/sdk'

let latest: { id: string; input: ImportsCreateInput } | undefined

/** Keeps what a trial was made of until the page is left, so that the import itself needs no second choice of the file. */
export function keepTrial(id: string, input: ImportsCreateInput): void {
  latest = { id, input }
}

/** Returns what an import of the same file needs, if this trial was the latest one of this page. */
export function inputOfTrial(id: string): ImportsCreateInput | undefined {
  return latest?.id === id ? { ...latest.input, dryRun: false } : undefined
}
