import type { SegmentsCreateInput } from '@posthorn/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { useWorkspaceId } from '../../session/me.ts'
import { SegmentForm } from './segment-form.tsx'

export function NewSegmentForm() {
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
