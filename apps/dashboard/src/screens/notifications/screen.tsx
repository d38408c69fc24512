import { NativeSelect } from '@mantine/core'
import type { Notification } from '@posthorn/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { placeOfNotification, sayNotification } from '../../alerts/alert.ts'
import { api, notificationsQuery } from '../../api/api.ts'
import { Moment } from '../../parts/moment.tsx'
import { ActionButton, Page, PlaceLink, useAction } from '../../parts/page.tsx'
import { ListPanel } from '../../parts/resource.tsx'
import { type Column } from '../../parts/rows.tsx'
import { useSearchText } from '../../parts/search-text.ts'
import { useWorkspaceId } from '../../session/session.ts'
import { fullMoment, say } from '../../words/words.ts'
import styles from './notifications.module.css'

/** The person's notifications, newest first. The URL says whether only unread ones are shown. */
export function NotificationsScreen() {
  const workspace = useWorkspaceId()
  const [status, setStatus] = useSearchText('status')
  const isUnreadOnly = status === 'unread'
  const query = useInfiniteQuery(notificationsQuery(workspace, isUnreadOnly))
  const readAll = useAction({
    run: () => api.notifications.read({ all: true }),
    changes: ['notifications'],
  })
  return (
    <Page
      title={say('nav.alerts')}
      lead={say('notice.lead')}
      actions={
        <>
          <NativeSelect
            aria-label={say('word.show')}
            data={[
              { value: '', label: say('notice.all') },
              { value: 'unread', label: say('notice.unread') },
            ]}
            value={isUnreadOnly ? 'unread' : ''}
            onChange={(event) => setStatus(event.currentTarget.value || undefined)}
          />
          <ActionButton action={readAll} name={say('notice.readAll')} />
        </>
      }
    >
      <ListPanel
        query={query}
        empty={say(isUnreadOnly ? 'view.unreadEmpty' : 'notice.none')}
        label={say('nav.alerts')}
        columns={columns()}
        keyOf={({ id }) => id}
        isTitled={false}
      />
    </Page>
  )
}

const columns = (): Column<Notification>[] => [
  { name: say('notice.what'), cell: (notification) => <NotificationLink notification={notification} /> },
  { name: say('notice.where'), cell: ({ name }) => name },
  { name: say('notice.when'), cell: ({ createdAt }) => <Moment at={createdAt} text={fullMoment(createdAt)} /> },
  { name: '', cell: (notification) => <ReadButton notification={notification} /> },
]

/** A notification's sentence, with a link. Following the link marks the notification as read. */
function NotificationLink({ notification }: { notification: Notification }) {
  const { id, readAt } = notification
  const read = useMarkAsRead(id)
  const { to, search } = placeOfNotification(notification)
  return (
    <span className={styles.what} data-unread={readAt === null ? '' : undefined}>
      {readAt === null && <i role="img" aria-label={say('view.unread')} />}
      <PlaceLink to={to} search={search} onFollow={() => readAt === null && read.mutate(undefined)}>
        {sayNotification(notification)}
      </PlaceLink>
    </span>
  )
}

function ReadButton({ notification: { id, readAt } }: { notification: Notification }) {
  const read = useMarkAsRead(id)
  if (readAt !== null) return null
  return <ActionButton action={read} size="compact-xs" name={say('chat.markRead')} />
}

function useMarkAsRead(notificationId: string) {
  return useAction({
    run: () => api.notifications.read({ ids: [notificationId] }),
    changes: ['notifications'],
  })
}
