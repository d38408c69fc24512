import type { Channel } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { segmentsQuery } from '../../api/lists.ts'
import { useWorkspaceId } from '../../session/me.ts'

/** Returns the number of people whom a post of the channel would reach now, at most; undefined until it is known. */
export function useAudienceCount({ segment, subscribers }: Channel): number | undefined {
  const segments = useQuery({ ...segmentsQuery(useWorkspaceId()), enabled: segment !== null }).data
  return segment === null ? subscribers : segments?.find(({ id }) => id === segment)?.count
}
