import type { SegmentsCreateInput } from '@posthorn/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { Page, Panel } from '../../parts/page.tsx'
import { useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'
import { SegmentForm } from './segment-form.tsx'

/** Makes a segment. */
export function NewSegmentScreen() {
  const workspace = useWorkspaceId()
  const client = useQueryClient()
  const navigate = useNavigate()
  const create = useMutation({
    mutationFn: (input: SegmentsCreateInput) => api.segments.create(input),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: ['segments', workspace] })
      await navigate({ href: `/${workspace}/segments/${id}` })
    },
  })
  return (
    <Page title={say('segment.new')} back={{ to: 'segments', name: say('nav.segments') }}>
      <Panel>
        <SegmentForm isBusy={create.isPending} error={create.error} onSubmit={create.mutate} />
      </Panel>
    </Page>
  )
}
