import { useQuery } from '@tanstack/react-query'
import { workspacesQuery } from './data.ts'

/** Returns a function that names a workspace, by its id until names are loaded. */
export function useWorkspaceNames(): (workspace: string) => string {
  const { data = [] } = useQuery(workspacesQuery())
  return (workspace) => data.find(({ id }) => id === workspace)?.name ?? workspace
}
