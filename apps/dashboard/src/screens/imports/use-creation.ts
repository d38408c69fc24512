import type { ImportsCreateInput } from '@posthorn/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { useWorkspaceId } from '../../session/me.ts'
import { keepTrial } from './data.ts'

/** Returns a function that creates an import and shows it, unless the person left the page. */
export function useCreation() {
  const workspace = useWorkspaceId()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (input: ImportsCreateInput) => api.imports.create(input),
    onSuccess: ({ id, dryRun }, input) => {
      if (dryRun) keepTrial(id, input)
      return client.invalidateQueries({ queryKey: ['imports', workspace] })
    },
  })
  const begin = (input: ImportsCreateInput) =>
    mutate(input, { onSuccess: ({ id }) => void navigate({ href: `/${workspace}/imports/${id}` }) })
  return { begin, isPending, error }
}
