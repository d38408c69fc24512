import type { ContactImport, ImportsErrorsAnswer } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { paged } from '../../api/paged.ts'

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
