import type { Contact, Segment, SegmentsCreateInput, SegmentsUpdateInput } from '@posthorn/sdk'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { api, itemQuery, paged, segmentsQuery, useKeyed } from '../../api/api.ts'
import { contactColumns } from '../../contacts/contacts.tsx'
import { removal, useBulk } from '../../parts/bulk.tsx'
import { useOverwriteCheck } from '../../parts/changes.ts'
import { ConfirmButton } from '../../parts/dialogs.tsx'
import { Loaded, Page, Panel, PlaceLink, useAction, useOpenPlace, useSave } from '../../parts/page.tsx'
import { ListPanel, Resource } from '../../parts/resource.tsx'
import { type Column } from '../../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { fullMoment, numberText, say } from '../../words/words.ts'
import { SegmentForm } from './segment-form.tsx'
import { filterOf, treeOf } from './tree.ts'

const segmentQuery = itemQuery('segments', api.segments.get)

const membersQuery = (workspaceId: string, segmentId: string) =>
  paged<Contact>(['segments', workspaceId, segmentId, 'contacts'], (cursor, options) =>
    api.contacts.list({ segment: segmentId, size: 25, ...cursor }, options).page(),
  )

/** A segment: its conditions, and the contacts that match them now. */
export function SegmentScreen() {
  const { segment: id = '' } = useParams({ strict: false }) as { segment?: string }
  const query = useQuery(segmentQuery(useWorkspaceId(), id))
  return (
    <Page
      title={query.data?.name ?? say('nav.segments')}
      lead={query.data?.description}
      back={{ to: 'segments', name: say('nav.segments') }}
      actions={query.data && <Actions segment={query.data} />}
    >
      <Loaded query={query}>
        {(segment) => (
          <>
            <Conditions key={segment.id} segment={segment} />
            <Contacts segmentId={segment.id} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** A link that creates a broadcast channel for the segment, and a button that deletes the segment. */
function Actions({ segment }: { segment: Segment }) {
  const maySend = useMay()('channels.create')
  return (
    <>
      {maySend && (
        <PlaceLink to="broadcasts" search={{ open: 'new', segment: segment.id }}>
          {say('segment.send')}
        </PlaceLink>
      )}
      <RemoveButton segment={segment} />
    </>
  )
}

/** A segment's filter as the form sends it, to compare it with the form's. */
const shownFilter = ({ filter }: Segment) => ({ filter: filterOf(treeOf(filter)) })

/** The segment's form. Its filter is stored as a whole, so saving may overwrite what a colleague changed, and warns once. */
function Conditions({ segment }: { segment: Segment }) {
  const mayChange = useMay()('segments.update')
  const { id } = segment
  const checkOverwrite = useOverwriteCheck(shownFilter(segment))
  const save = useSave(['segments'], async (changes: Omit<SegmentsUpdateInput, 'id'>) => {
    await checkOverwrite(changes, async () => shownFilter(await api.segments.get({ id })))
    return api.segments.update({ id, ...changes })
  })
  return (
    <Panel title={say('segment.conditions')}>
      <SegmentForm
        segment={segment}
        isReadOnly={!mayChange}
        action={save}
        onSubmit={(_, { changes, onStored }) => save.mutate(changes, { onSuccess: onStored })}
      />
    </Panel>
  )
}

/** The contacts that match the segment now. */
function Contacts({ segmentId }: { segmentId: string }) {
  const query = useInfiniteQuery(membersQuery(useWorkspaceId(), segmentId))
  return (
    <ListPanel
      query={query}
      empty={say('segment.nobody')}
      label={say('segment.contacts')}
      columns={contactColumns()}
      keyOf={({ id }) => id}
    />
  )
}

function RemoveButton({ segment: { id, name } }: { segment: Segment }) {
  const openPlace = useOpenPlace()
  const mayRemove = useMay()('segments.remove')
  if (!mayRemove) return null
  return (
    <ConfirmButton
      name={say('word.delete')}
      text={say('segment.removeWhy', { name })}
      run={() => api.segments.remove({ id })}
      then={() => openPlace('segments')}
      changes={['segments']}
      done={() => say('segment.isRemoved', { name })}
      button={{ size: 'sm', color: 'red', variant: 'light' }}
    />
  )
}

/** Form for a new segment. A link from an import contains the import's tag, which becomes the first condition. */
function NewSegmentForm() {
  const openPlace = useOpenPlace()
  const { tag = '' } = useSearch({ strict: false })
  const create = useAction({ run: useKeyed(api.segments.create), changes: ['segments'], isOfForm: true })
  // Don't navigate if the person left the page before the response.
  const submit = (input: SegmentsCreateInput) =>
    create.mutate(input, { onSuccess: ({ id }) => openPlace(`segments/${id}`) })
  return <SegmentForm key={tag} tag={tag} action={create} onSubmit={submit} />
}

export function SegmentsScreen() {
  const workspace = useWorkspaceId()
  const may = useMay()
  const remove = removal(may('segments.remove'), 'segment.removeWhy', (row) => api.segments.remove(row))
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
      bulk={useBulk(['segments'], [remove])}
    />
  )
}

const columns = (): Column<Segment>[] => [
  {
    name: say('word.name'),
    cell: ({ id, name }) => <PlaceLink to={`segments/${id}`}>{name}</PlaceLink>,
    by: ({ name }) => name,
  },
  { name: say('nav.contacts'), cell: ({ count }) => numberText(count), isNumber: true, by: ({ count }) => count },
  { name: say('word.description'), cell: ({ description }) => description },
  { name: say('segment.changed'), cell: ({ updatedAt }) => fullMoment(updatedAt), by: ({ updatedAt }) => updatedAt },
]
