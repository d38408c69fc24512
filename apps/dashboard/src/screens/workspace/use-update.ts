import type { WorkspaceUpdateInput } from '@posthorn/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { sayDone } from '../../parts/problem.tsx'
import { useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'

/** Updates the workspace. Also refreshes the menu, which shows its name. */
export function useUpdate() {
  const workspace = useWorkspaceId()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: WorkspaceUpdateInput) => api.workspace.update(input),
    onSuccess: async () => {
      sayDone(say('desk.stored'))
      const changed = [
        ['workspace', workspace],
        ['me', workspace],
      ]
      await Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey })))
    },
  })
}
