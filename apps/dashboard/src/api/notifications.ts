import type { Notification } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import { paged } from './queries.ts'

export type { Notification }

/** Above this count, the badge shows "and more". */
export const unreadMax = 99
/** The stream reports changes. This poll finds changes whose report was lost. */
const refetchInterval = 60_000

/** The unread notifications, up to one more than the badge counts. Also read while the tab is hidden, because alerts depend on them. */
export const unreadQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['notifications', workspaceId, 'unread'],
    queryFn: async ({ signal }) =>
      (await api.notifications.list({ unread: true, size: unreadMax + 1 }, { signal }).page()).items,
    refetchInterval,
    refetchIntervalInBackground: true,
  })

export const notificationsQuery = (workspaceId: string, isUnreadOnly: boolean) =>
  paged<Notification>(['notifications', workspaceId, 'list', isUnreadOnly], (cursor, options) =>
    api.notifications.list({ size: 50, ...(isUnreadOnly ? { unread: true } : {}), ...cursor }, options).page(),
  )
