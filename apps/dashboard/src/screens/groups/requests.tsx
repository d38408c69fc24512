import { Button } from '@mantine/core'
import type { Group, JoinRequest } from '@posthorn/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { Empty } from '../../parts/empty.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { More } from '../../parts/more.tsx'
import { Panel } from '../../parts/page.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { fullMoment } from '../../words/moments.ts'
import { say } from '../../words/say.ts'
import { requestsQuery } from './data.ts'

/** People who asked to join a group. */
export function Requests({ group: { id } }: { group: Group }) {
  const query = useInfiniteQuery(requestsQuery(useWorkspaceId(), id))
  return (
    <Panel title={say('group.requests')}>
      <Loaded query={query}>
        {(requests) =>
          requests.length === 0 ? (
            <Empty title={say('group.noRequests')} />
          ) : (
            <Rows label={say('group.requests')} columns={columns(id)} rows={requests} keyOf={(each) => each.id} />
          )
        }
      </Loaded>
      <More query={query} />
    </Panel>
  )
}

const columns = (group: string): Column<JoinRequest>[] => [
  { name: say('about.phone'), cell: ({ phone, userId }) => phone ?? userId, isNumber: true },
  { name: say('group.askedAt'), cell: ({ createdAt }) => fullMoment(createdAt) },
  { name: '', cell: (request) => <Decision group={group} request={request} /> },
]

function Decision({ group: id, request }: { group: string; request: JoinRequest }) {
  const workspace = useWorkspaceId()
  const may = useMay()
  const requests = [request.id]
  const changes = [['groups', workspace, id]]
  const approve = useAction({ run: () => api.joinRequests.approve({ id, requests }), changes })
  const reject = useAction({ run: () => api.joinRequests.reject({ id, requests }), changes })
  if (request.status === 'approving' || request.status === 'rejecting') return <>{say('group.change.pending')}</>
  return (
    <span>
      {may('joinRequests.approve') && (
        <Button size="compact-xs" loading={approve.isPending} onClick={() => approve.mutate(undefined)}>
          {say('group.approve')}
        </Button>
      )}{' '}
      {may('joinRequests.reject') && (
        <Button variant="default" size="compact-xs" loading={reject.isPending} onClick={() => reject.mutate(undefined)}>
          {say('group.reject')}
        </Button>
      )}
    </span>
  )
}
