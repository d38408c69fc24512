import type { Automation } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api, itemsOf } from '../../api/api.ts'

export const automationsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['automations', workspaceId],
    queryFn: ({ signal }) => itemsOf(api.automations.list({ size: 100 }, { signal })),
  })

export const automationQuery = (workspaceId: string, automationId: string) =>
  queryOptions({
    queryKey: ['automations', workspaceId, automationId],
    queryFn: ({ signal }): Promise<Automation> => api.automations.get({ id: automationId }, { signal }),
  })

/** The latest runs of an automation. Older ones aren't shown. */
export const runsQuery = (workspaceId: string, automationId: string) =>
  queryOptions({
    queryKey: ['automations', workspaceId, automationId, 'runs'],
    queryFn: async ({ signal }) =>
      (await api.automations.runs({ id: automationId, size: 20 }, { signal }).page()).items,
  })
