import type { groups, numbers, OutputOf } from '@posthorn/contracts'
import type { z } from 'zod'

type Simulation = z.output<typeof numbers.numbers.simulate.input>
type AtProvider = OutputOf<typeof groups.groups.atProvider>

/** Returns the group ids in a simulation; undefined if none. */
export function groupsNamedIn({ message, group }: Simulation): { ids: string[] } | undefined {
  const ids = [message?.groupId, group?.group].filter((id) => id?.startsWith('grp_')) as string[]
  return ids.length > 0 ? { ids } : undefined
}

/** Replaces group ids in a simulation with the provider's. An unknown id is kept, and the simulator refuses it. */
export function withProviderIds(input: Simulation, known: AtProvider): Simulation {
  const ids = new Map<string, string>(known.map(({ id, providerId }) => [id, providerId]))
  const { message, group } = input
  const groupId = message?.groupId === undefined ? undefined : ids.get(message.groupId)
  const named = group === undefined ? undefined : ids.get(group.group)
  return {
    ...input,
    ...(message && groupId !== undefined ? { message: { ...message, groupId } } : {}),
    ...(group && named !== undefined ? { group: { ...group, group: named } } : {}),
  }
}
