import type { Message, MessagesListInput, Number as PhoneNumber } from '@posthorn/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, numbersQuery, poll } from '../../api/api.ts'
import { Reason } from '../../messages/reason.tsx'
import { previewOf, untilText } from '../../parts/message.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Empty, Loaded, Page, Panel, PlaceLink } from '../../parts/page.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { useWorkspaceId } from '../../session/session.ts'
import { say, shortMoment } from '../../words/words.ts'
import styles from './numbers.module.css'
import { reasonsOf, sentenceOfQueue, type WaitingReason } from './statuses.ts'

/** Number of waiting messages that are read. If there are as many, there may be more. */
const waitingShown = 100

/** The oldest queued and scheduled messages of a number, or of all numbers. */
const waitingQuery = (workspaceId: string, numberId: string | undefined) =>
  queryOptions({
    queryKey: ['numbers', workspaceId, numberId ?? 'all', 'waiting'],
    queryFn: async ({ signal }): Promise<Message[]> => {
      const input: MessagesListInput = {
        ...(numberId === undefined ? {} : { number: [numberId] }),
        status: ['queued', 'scheduled'],
        sort: 'createdAt:asc',
        size: waitingShown,
      }
      return (await api.messages.list(input, { signal }).page()).items
    },
    refetchInterval: poll(3_000),
  })

/** The oldest waiting messages of one number, or of all numbers, and the reasons why they wait. */
export function WaitingList({ numberId }: { numberId?: string }) {
  const workspace = useWorkspaceId()
  const query = useQuery(waitingQuery(workspace, numberId))
  const numbers = useQuery({ ...numbersQuery(workspace), enabled: numberId === undefined }).data ?? []
  const columns = numberId === undefined ? [...messageColumns(), numberColumn(numbers)] : messageColumns()
  return (
    <Loaded query={query}>
      {(messages) => (
        <>
          {messages.length > 0 && (
            <Panel title={say('queue.reasons')}>
              {messages.length === waitingShown && <p>{say('queue.oldest', { count: waitingShown })}</p>}
              <ul className={styles.reasons}>
                {reasonsOf(messages).map((reason) => (
                  <ReasonBar key={reason.reason} {...reason} />
                ))}
              </ul>
            </Panel>
          )}
          <Panel title={say('queue.messages')}>
            {messages.length === 0 ? (
              <Empty title={say('queue.empty')}>{say('queue.emptyWhy')}</Empty>
            ) : (
              <Rows label={say('queue.messages')} columns={columns} rows={messages} keyOf={({ id }) => id} />
            )}
          </Panel>
        </>
      )}
    </Loaded>
  )
}

/** A reason with the number of messages that it affects. The bar is their share, and wide enough to see. */
function ReasonBar({ reason, count, share, until }: WaitingReason) {
  return (
    <li>
      <span className={styles.bar} style={{ width: `${Math.max(2, share * 100)}%` }} />
      <b>{count}</b> {say(reason === 'schedule' ? 'queue.later' : `why.${reason}`)}
      {reason !== 'schedule' && untilText(until ?? null)}
    </li>
  )
}

const numberColumn = (numbers: readonly { id: string; name: string }[]): Column<Message> => ({
  name: say('view.number'),
  cell: ({ number }) => (
    <PlaceLink to={`numbers/${number}/queue`}>{numbers.find(({ id }) => id === number)?.name ?? number}</PlaceLink>
  ),
})

const messageColumns = (): Column<Message>[] => [
  {
    name: say('word.message'),
    cell: (message) => (
      <PlaceLink to={`developer/messages/${message.id}`}>{previewOf(message).slice(0, 60) || message.id}</PlaceLink>
    ),
  },
  { name: say('word.to'), cell: ({ phone, group }) => phone ?? group },
  {
    name: say('word.since'),
    cell: ({ createdAt }) => <Moment at={createdAt} text={shortMoment(createdAt)} />,
    isNumber: true,
  },
  { name: say('word.reason'), cell: (message) => <Reason message={message} atStart isListed /> },
]

/** The numbers with messages that wait or with a blocked queue, and the oldest waiting messages of all numbers. */
export function WaitingScreen() {
  const query = useQuery({ ...numbersQuery(useWorkspaceId()), refetchInterval: poll(5_000) })
  return (
    <Page title={say('queue.messages')} lead={say('waiting.lead')} back={{ to: 'numbers', name: say('nav.numbers') }}>
      <Loaded query={query}>
        {(numbers) => {
          const waiting = numbers.filter(holdsSomething)
          return (
            waiting.length > 0 && (
              <Panel title={say('nav.numbers')}>
                <Rows label={say('nav.numbers')} columns={queueColumns()} rows={waiting} keyOf={({ id }) => id} />
              </Panel>
            )
          )
        }}
      </Loaded>
      <WaitingList />
    </Page>
  )
}

/** Returns whether a number's queue has messages, or would hold new ones because it is blocked. */
const holdsSomething = ({ queue }: PhoneNumber) =>
  queue !== null && (queue.waiting + queue.scheduled + queue.postsWaiting > 0 || queue.blocked !== null)

const queueColumns = (): Column<PhoneNumber>[] => [
  {
    name: say('word.name'),
    cell: ({ id, name }) => <PlaceLink to={`numbers/${id}/queue`}>{name}</PlaceLink>,
  },
  { name: say('number.queue'), cell: ({ queue }) => queue && sentenceOfQueue(queue) },
  {
    name: say('word.reason'),
    cell: ({ queue }) => queue?.blocked && `${say(`why.${queue.blocked.reason}`)}${untilText(queue.blocked.until)}`,
  },
]
