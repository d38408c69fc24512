import type { Automation } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { itemsOf } from '../../api/lists.ts'

export const automationsQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['automations', workspace],
    queryFn: ({ signal }) => itemsOf(api.automations.list({ size: 100 }, { signal })),
  })

export const automationQuery = (workspace: string, id: string) =>
  queryOptions({
    queryKey: ['automations', workspace, id],
    queryFn: ({ signal }): Promise<Automation> => api.automations.get({ id }, { signal }),
  })

/** The latest runs of an automation. Older ones aren't shown. */
export const runsQuery = (workspace: string, id: string) =>
  queryOptions({
    queryKey: ['automations', workspace, id, 'runs'],
    queryFn: async ({ signal }) => (await api.automations.runs({ id, size: 20 }, { signal }).page()).items,
  })
