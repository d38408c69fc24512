import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'
import { RetentionForm } from './retention-form.tsx'
import { WorkspaceForm } from './workspace-form.tsx'

const workspaceQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['workspace', workspace],
    queryFn: ({ signal }) => api.workspace.get(undefined, { signal }),
  })

/** Workspace settings: name, time, words, replies, retention. */
export function WorkspaceScreen() {
  const query = useQuery(workspaceQuery(useWorkspaceId()))
  return (
    <Page title={say('nav.workspace')} lead={say('workspace.lead')}>
      <Loaded query={query}>
        {(workspace) => (
          <>
            <WorkspaceForm workspace={workspace} />
            <RetentionForm workspace={workspace} />
          </>
        )}
      </Loaded>
    </Page>
  )
}
