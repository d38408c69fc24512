import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, numbersQuery, queryClient, teamQuery } from '../../api/api.ts'
import { Icon, IconButton } from '../../parts/icon.tsx'
import { PlaceLink } from '../../parts/page.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { type Key, say } from '../../words/words.ts'
import styles from './first-steps.module.css'

type Step = {
  id: string
  to: string
  search?: { open: string }
  /** Operation that the step needs. */
  may: string
  isDone: (workspace: string) => Promise<boolean>
}

/** Refetches a list, or shares the fetch in progress. */
const again = { staleTime: 0 }

/** Steps from an empty workspace to a team that answers its customers. */
const steps: readonly Step[] = [
  {
    id: 'write',
    to: 'new-conversation',
    may: 'messages.send',
    isDone: async () => (await api.chats.list({ size: 1 }).page()).items.length > 0,
  },
  {
    id: 'answer',
    to: 'inbox/all',
    may: 'messages.send',
    isDone: async () => (await api.messages.list({ direction: 'out', size: 1 }).page()).items.length > 0,
  },
  {
    id: 'number',
    to: 'numbers/connect',
    may: 'numbers.create',
    isDone: async (workspace) =>
      (await queryClient.fetchQuery({ ...numbersQuery(workspace), ...again })).some(
        ({ provider }) => provider !== 'simulator',
      ),
  },
  {
    id: 'team',
    to: 'settings/team',
    may: 'invitations.create',
    isDone: async (workspace) => (await queryClient.fetchQuery({ ...teamQuery(workspace), ...again })).length > 1,
  },
  {
    id: 'webhook',
    to: 'developer/webhooks',
    search: { open: 'new' },
    may: 'webhooks.create',
    isDone: async () => (await api.webhooks.list({ size: 1 }).page()).items.length > 0,
  },
]

/** Name of the setting that hides the steps in this browser. */
const storageKey = (workspaceId: string) => `posthorn.firstSteps.${workspaceId}`

/**
 * The first steps in a workspace, with a check mark for each completed one. Hidden once all are completed, or in a browser in which they were
 * closed. A caller who may take only one or two steps doesn't set up the workspace, and sees none.
 */
export function FirstSteps() {
  const workspace = useWorkspaceId()
  const may = useMay()
  const own = steps.filter((step) => may(step.may))
  const [isOver, setOver] = useState(() => localStorage.getItem(storageKey(workspace)) !== null)
  const end = () => {
    localStorage.setItem(storageKey(workspace), 'over')
    setOver(true)
  }
  const { data: done } = useQuery({
    queryKey: ['first-steps', workspace, own.map(({ id }) => id)],
    queryFn: () => Promise.all(own.map(({ isDone }) => isDone(workspace))),
    enabled: !isOver && own.length > 2,
    refetchOnMount: 'always',
  })
  if (isOver || done === undefined || done.every(Boolean)) return null
  return (
    <section className={styles.steps} aria-label={say('first.title')}>
      <IconButton icon="close" label={say('first.close')} className={styles.close} onClick={end} />
      <h2>{say('first.title')}</h2>
      <ol>
        {own.map(({ id, to, search = {} }, i) => (
          <li key={id} data-done={done[i] ? '' : undefined}>
            <Icon name={done[i] ? 'check' : 'right'} size={16} />
            {done[i] ? (
              <span>{say(`first.${id}` as Key)}</span>
            ) : (
              <PlaceLink to={to} search={search}>
                {say(`first.${id}` as Key)}
              </PlaceLink>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
