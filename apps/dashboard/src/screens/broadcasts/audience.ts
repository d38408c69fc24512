import type { Channel } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { segmentsQuery } from '../../api/lists.ts'
import { useWorkspaceId } from '../../session/me.ts'

/** Returns how many people a channel's post would reach now, at most; undefined until known. */
export function useAudienceCount({ segment, subscribers }: Channel): number | undefined {
  const segments = useQuery({ ...segmentsQuery(useWorkspaceId()), enabled: segment !== null }).data
  return segment === null ? subscribers : segments?.find(({ id }) => id === segment)?.count
}
