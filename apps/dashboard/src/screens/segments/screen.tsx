import type { Segment } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { segmentsQuery } from '../../api/lists.ts'
import { Empty } from '../../parts/empty.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { NewButton } from '../../parts/new-button.tsx'
import { Page } from '../../parts/page.tsx'
import { PlaceLink } from '../../parts/place-link.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { fullMoment } from '../../words/moments.ts'
import { numberText, say } from '../../words/say.ts'

export function SegmentsScreen() {
  const query = useQuery(segmentsQuery(useWorkspaceId()))
  const mayCreate = useMay()('segments.create')
  return (
    <Page
      title={say('nav.segments')}
      lead={say('segment.lead')}
      actions={mayCreate && <NewButton to="segments/new" name={say('segment.new')} />}
    >
      <Loaded query={query}>
        {(segments) =>
          segments.length === 0 ? (
            <Empty title={say('segment.none')}>{say('segment.noneWhy')}</Empty>
          ) : (
            <Rows label={say('nav.segments')} columns={columns()} rows={segments} keyOf={({ id }) => id} />
          )
        }
      </Loaded>
    </Page>
  )
}

const columns = (): Column<Segment>[] => [
  { name: say('segment.name'), cell: ({ id, name }) => <PlaceLink to={`segments/${id}`}>{name}</PlaceLink> },
  { name: say('segment.count'), cell: ({ count }) => numberText(count), isNumber: true },
  { name: say('segment.description'), cell: ({ description }) => description },
  { name: say('segment.changed'), cell: ({ updatedAt }) => fullMoment(updatedAt) },
]
