import type { ContactImport, ImportsCreateInput, ImportsErrorsAnswer } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { paged } from '../../api/paged.ts'
import type { Tone } from '../../parts/status.tsx'
import { say } from '../../words/say.ts'

const tones: Readonly<Record<ContactImport['status'], Tone>> = {
  fetching: 'warn',
  running: 'warn',
  finished: 'good',
  failed: 'bad',
}

/** Returns the status of an import in a word. */
export function statusOf({ status, dryRun }: ContactImport): { tone: Tone; text: string } {
  const text = say(`import.${status}`)
  return { tone: tones[status], text: dryRun ? `${text} · ${say('import.isTrial')}` : text }
}

let latest: { id: string; input: ImportsCreateInput } | undefined

/** Keeps what a trial was made of until the page is left, so that the import itself needs no second choice of the file. */
export function keepTrial(id: string, input: ImportsCreateInput): void {
  latest = { id, input }
}

/** Returns what an import of the same file needs, if this trial was the latest one of this page. */
export function inputOfTrial(id: string): ImportsCreateInput | undefined {
  return latest?.id === id ? { ...latest.input, dryRun: false } : undefined
}

const isOver = (found: ContactImport | undefined) => found?.status === 'finished' || found?.status === 'failed'

/** The imports of the workspace, newest first. */
export const importsQuery = (workspace: string) =>
  paged<ContactImport>(['imports', workspace], (cursor, options) =>
    api.imports.list({ size: 25, ...cursor }, options).page(),
  )

/** An import by its id; it is read every second until it is over. */
export const importQuery = (workspace: string, id: string) =>
  queryOptions({
    queryKey: ['imports', workspace, id],
    queryFn: ({ signal }) => api.imports.get({ id }, { signal }),
    refetchInterval: ({ state }) => (isOver(state.data) ? false : 1_000),
  })

/** The faulty rows of an import. */
export const importErrorsQuery = (workspace: string, id: string) =>
  paged<ImportsErrorsAnswer>(['imports', workspace, id, 'errors'], (cursor, options) =>
    api.imports.errors({ id, size: 50, ...cursor }, options).page(),
  )
