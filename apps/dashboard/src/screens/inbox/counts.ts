import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { View } from './views.ts'

/** Filters that are counted at once. */
const countedMax = 30

/** Returns how many chats each view has, as texts. */
export function useCounts(workspace: string, all: View[]): Partial<Record<string, string>> {
  const views = all.slice(0, countedMax)
  const { data } = useQuery({
    queryKey: ['counts', workspace, views.map(({ id, saved }) => `${id} ${saved?.version ?? ''}`)],
    queryFn: () => {
      const filters = Object.fromEntries(views.map(({ id, filter }) => [id, filter]))
      return api.chats.counts({ filters })
    },
    refetchInterval: ({ state }) => (state.status === 'error' ? false : 30_000),
  })
  const texts = Object.entries(data ?? {}).map(([id, { total, more }]) => [id, textOf(total, more)])
  return Object.fromEntries(texts) as Record<string, string>
}

function textOf(total: number, more: boolean): string {
  if (total === 0) return ''
  return more ? `${total}+` : String(total)
}
