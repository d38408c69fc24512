import type { ContactImport, ImportsCreateInput, ImportsErrorsAnswer } from '@posthorn/sdk'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, paged } from '../../api/api.ts'
import type { Tone } from '../../parts/page.tsx'
import { useWorkspaceId } from '../../session/session.ts'
import { say } from '../../words/words.ts'

const tones: Readonly<Record<ContactImport['status'], Tone>> = {
  fetching: 'warn',
  running: 'warn',
  finished: 'good',
  failed: 'bad',
}

/** Returns the status of an import with its color, and whether it is a dry run. */
export function statusOf({ status, dryRun }: ContactImport): { tone: Tone; text: string } {
  const text = say(`import.${status}`)
  return { tone: tones[status], text: dryRun ? `${text} · ${say('import.isTrial')}` : text }
}

let latest: { id: string; input: ImportsCreateInput } | undefined

/** Keeps the latest dry run's input until the page is reloaded, so that the import doesn't need the file again. */
function keepTrial(importId: string, input: ImportsCreateInput): void {
  latest = { id: importId, input }
}

/** Returns the input of a dry run, if it is the latest one. */
export function inputOfTrial(importId: string): ImportsCreateInput | undefined {
  return latest?.id === importId ? latest.input : undefined
}

/** Returns whether an import has ended, so that it doesn't change anymore. */
const isOver = (started: ContactImport | undefined) => started?.status === 'finished' || started?.status === 'failed'

export const importsQuery = (workspaceId: string) =>
  paged<ContactImport>(['imports', workspaceId], (cursor, options) =>
    api.imports.list({ size: 25, ...cursor }, options).page(),
  )

/** An import, polled every second until it ends. */
export const importQuery = (workspaceId: string, importId: string) =>
  queryOptions({
    queryKey: ['imports', workspaceId, importId],
    queryFn: ({ signal }) => api.imports.get({ id: importId }, { signal }),
    refetchInterval: ({ state }) => (isOver(state.data) ? false : 1_000),
  })

/** The rows of a file that the import couldn't use, with the reasons. */
export const importErrorsQuery = (workspaceId: string, importId: string) =>
  paged<ImportsErrorsAnswer>(['imports', workspaceId, importId, 'errors'], (cursor, options) =>
    api.imports.errors({ id: importId, size: 50, ...cursor }, options).page(),
  )

/** Returns a function that creates an import and shows it, unless the person left the page. */
export function useCreation() {
  const workspace = useWorkspaceId()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (input: ImportsCreateInput) => api.imports.create(input),
    onSuccess: ({ id, dryRun }, input) => {
      if (dryRun) keepTrial(id, input)
      return client.invalidateQueries({ queryKey: ['imports', workspace] })
    },
  })
  const begin = (input: ImportsCreateInput) =>
    mutate(input, { onSuccess: ({ id }) => void navigate({ href: `/${workspace}/imports/${id}` }) })
  return { begin, isPending, error }
}
