import type { Segment, SegmentsCreateInput } from '@posthorn/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { api, segmentsQuery } from '../../api/api.ts'
import { PlaceLink } from '../../parts/page.tsx'
import { Resource } from '../../parts/resource.tsx'
import { type Column, namesOf, useBulk } from '../../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { fullMoment, numberText, say } from '../../words/words.ts'
import { SegmentForm } from './segment-form.tsx'

/** Form for a new segment. A link from an import contains the import's tag, which becomes the first condition. */
function NewSegmentForm() {
  const workspace = useWorkspaceId()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { tag = '' } = useSearch({ strict: false })
  const create = useMutation({
    mutationFn: (input: SegmentsCreateInput) => api.segments.create(input),
    onSuccess: () => client.invalidateQueries({ queryKey: ['segments', workspace] }),
  })
  // Don't navigate if the person left the page before the response.
  const submit = (input: SegmentsCreateInput) =>
    create.mutate(input, { onSuccess: ({ id }) => void navigate({ href: `/${workspace}/segments/${id}` }) })
  return <SegmentForm key={tag} tag={tag} isBusy={create.isPending} error={create.error} onSubmit={submit} />
}

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
