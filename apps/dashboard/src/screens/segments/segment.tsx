import type { Segment, SegmentsCreateInput } from '@posthorn/sdk'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { api, useAction } from '../../api/api.ts'
import { contactColumns } from '../../contacts/contacts.tsx'
import { ConfirmButton } from '../../parts/dialogs.tsx'
import { Empty, Loaded, Page, Panel, PlaceLink } from '../../parts/page.tsx'
import { sayDone } from '../../parts/problem.tsx'
import { More, Rows } from '../../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { say } from '../../words/words.ts'
import { membersQuery, segmentQuery } from './data.ts'
import { SegmentForm } from './segment-form.tsx'

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

function Conditions({ segment }: { segment: Segment }) {
  const workspace = useWorkspaceId()
  const client = useQueryClient()
  const mayChange = useMay()('segments.update')
  const save = useMutation({
    mutationFn: ({
      description = null,
      ...input
    }: Omit<SegmentsCreateInput, 'description'> & { description?: string | null }) =>
      api.segments.update({ id: segment.id, ...input, description }),
    onSuccess: () => {
      sayDone(say('desk.stored'))
      return client.invalidateQueries({ queryKey: ['segments', workspace] })
    },
  })
  return (
    <Panel title={say('segment.conditions')}>
      <SegmentForm
        segment={segment}
        isReadOnly={!mayChange}
        isBusy={save.isPending}
        error={save.error}
        onSubmit={save.mutate}
      />
    </Panel>
  )
}

function Contacts({ segmentId }: { segmentId: string }) {
  const query = useInfiniteQuery(membersQuery(useWorkspaceId(), segmentId))
  return (
    <Panel title={say('segment.contacts')}>
      <Loaded query={query}>
        {(contacts) =>
          contacts.length === 0 ? (
            <Empty title={say('segment.nobody')} />
          ) : (
            <Rows
              label={say('segment.contacts')}
              columns={contactColumns()}
              rows={contacts}
              keyOf={(each) => each.id}
            />
          )
        }
      </Loaded>
      <More query={query} />
    </Panel>
  )
}

function RemoveButton({ segment: { id, name } }: { segment: Segment }) {
  const workspace = useWorkspaceId()
  const navigate = useNavigate()
  const mayRemove = useMay()('segments.remove')
  const remove = useAction({
    run: () => api.segments.remove({ id }),
    changes: [['segments', workspace]],
    done: () => say('segment.isRemoved', { name }),
  })
  if (!mayRemove) return null
  return (
    <ConfirmButton
      name={say('segment.remove')}
      text={say('segment.removeWhy', { name })}
      run={() => remove.mutateAsync(undefined).then(() => navigate({ href: `/${workspace}/segments` }))}
      button={{ size: 'sm', color: 'red', variant: 'light' }}
    />
  )
}
