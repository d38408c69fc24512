import type { Notification } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import { paged } from './paged.ts'

/** A notification of the member, as the server decided. */
export type { Notification }

/** More unread ones are shown as so many and more. */
export const unreadMax = 99
/** A change is reported on the stream; a report that was lost is made good after this time. */
const refetchInterval = 60_000

/** The newest unread notifications of the member. */
export const unreadQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['notifications', workspace, 'unread'],
    queryFn: async ({ signal }) =>
      (await api.notifications.list({ unread: true, size: unreadMax + 1 }, { signal }).page()).items,
    refetchInterval,
    refetchIntervalInBackground: true,
  })

/** All notifications of the member, or unread ones only, newest first. */
export const notificationsQuery = (workspace: string, isUnreadOnly: boolean) =>
  paged<Notification>(['notifications', workspace, 'list', isUnreadOnly], (cursor, options) =>
    api.notifications.list({ size: 50, ...(isUnreadOnly ? { unread: true } : {}), ...cursor }, options).page(),
  )
