import type { Group } from '@posthorn/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Empty } from '../../parts/empty.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { More } from '../../parts/more.tsx'
import { NewButton } from '../../parts/new-button.tsx'
import { Page } from '../../parts/page.tsx'
import { PlaceLink } from '../../parts/place-link.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { Status } from '../../parts/status.tsx'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { fullMoment } from '../../words/moments.ts'
import { say } from '../../words/say.ts'
import { groupsQuery, groupTones } from './data.ts'

export function GroupsScreen() {
  const query = useInfiniteQuery(groupsQuery(useWorkspaceId()))
  const mayCreate = useMay()('groups.create')
  return (
    <Page
      title={say('nav.groups')}
      lead={say('group.lead')}
      actions={mayCreate && <NewButton to="groups/new" name={say('group.new')} />}
    >
      <Loaded query={query}>
        {(groups) =>
          groups.length === 0 ? (
            <Empty title={say('group.none')}>{say('group.noneWhy')}</Empty>
          ) : (
            <Rows label={say('nav.groups')} columns={columns()} rows={groups} keyOf={({ id }) => id} />
          )
        }
      </Loaded>
      <More query={query} />
    </Page>
  )
}

const columns = (): Column<Group>[] => [
  { name: say('group.name'), cell: ({ id, name }) => <PlaceLink to={`groups/${id}`}>{name}</PlaceLink> },
  {
    name: say('group.status'),
    cell: ({ status }) => <Status tone={groupTones[status]} text={say(`group.status.${status}`)} />,
  },
  { name: say('group.joined'), cell: ({ participants }) => participants.joined, isNumber: true },
  { name: say('group.invited'), cell: ({ participants }) => participants.invited, isNumber: true },
  { name: say('group.requested'), cell: ({ participants }) => participants.requested, isNumber: true },
  { name: say('group.createdAt'), cell: ({ createdAt }) => fullMoment(createdAt) },
]
