import type { Number as PhoneNumber } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { numbersQuery } from '../../api/api.ts'
import { untilText } from '../../parts/message.tsx'
import { Loaded, Page, Panel, PlaceLink } from '../../parts/page.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { useWorkspaceId } from '../../session/session.ts'
import { say } from '../../words/words.ts'
import { sentenceOfQueue } from './statuses.ts'
import { WaitingList } from './waiting-list.tsx'

/** The numbers with messages that wait or with a blocked queue, and the oldest waiting messages of all numbers. */
export function WaitingScreen() {
  const query = useQuery({ ...numbersQuery(useWorkspaceId()), refetchInterval: 5_000 })
  return (
    <Page title={say('waiting.title')} lead={say('waiting.lead')} back={{ to: 'numbers', name: say('nav.numbers') }}>
      <Loaded query={query}>
        {(numbers) => {
          const waiting = numbers.filter(holdsSomething)
          return (
            waiting.length > 0 && (
              <Panel title={say('nav.numbers')}>
                <Rows label={say('nav.numbers')} columns={columns()} rows={waiting} keyOf={({ id }) => id} />
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

const columns = (): Column<PhoneNumber>[] => [
  {
    name: say('number.name'),
    cell: ({ id, name }) => <PlaceLink to={`numbers/${id}/queue`}>{name}</PlaceLink>,
  },
  { name: say('number.queue'), cell: ({ queue }) => queue && sentenceOfQueue(queue) },
  {
    name: say('queue.reason'),
    cell: ({ queue }) => queue?.blocked && `${say(`why.${queue.blocked.reason}`)}${untilText(queue.blocked.until)}`,
  },
]
