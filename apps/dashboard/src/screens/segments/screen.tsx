import type { Segment } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { segmentsQuery } from '../../api/lists.ts'
import { namesOf, useBulk } from '../../parts/bulk.tsx'
import { PlaceLink } from '../../parts/place-link.tsx'
import { Resource } from '../../parts/resource.tsx'
import type { Column } from '../../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { fullMoment } from '../../words/moments.ts'
import { numberText, say } from '../../words/say.ts'
import { NewSegmentForm } from './new.tsx'

export function SegmentsScreen() {
  const workspace = useWorkspaceId()
  const may = useMay()
  const remove = {
    isAllowed: may('segments.remove'),
    name: say('segment.remove'),
    text: (segments: readonly Segment[]) => say('segment.removeWhy', { name: namesOf(segments) }),
    run: ({ id }: Segment) => api.segments.remove({ id }),
    isGrave: true,
  }
  return (
    <Resource
      title={say('nav.segments')}
      lead={say('segment.lead')}
      query={useQuery(segmentsQuery(workspace))}
      columns={columns()}
      nameOf={({ name }) => name}
      textOf={({ name, description }) => [name, description].join(' ')}
      empty={{ title: say('segment.none'), why: say('segment.noneWhy') }}
      create={may('segments.create') && { name: say('segment.new'), form: () => <NewSegmentForm />, isWide: true }}
      bulk={useBulk([['segments', workspace]], [remove])}
    />
  )
}

const columns = (): Column<Segment>[] => [
  {
    name: say('segment.name'),
    cell: ({ id, name }) => <PlaceLink to={`segments/${id}`}>{name}</PlaceLink>,
    by: ({ name }) => name,
  },
  { name: say('segment.count'), cell: ({ count }) => numberText(count), isNumber: true, by: ({ count }) => count },
  { name: say('segment.description'), cell: ({ description }) => description },
  { name: say('segment.changed'), cell: ({ updatedAt }) => fullMoment(updatedAt), by: ({ updatedAt }) => updatedAt },
]
