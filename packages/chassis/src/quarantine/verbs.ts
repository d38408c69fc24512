import type { EntityManager } from '@mikro-orm/postgresql'
import { fail, type quarantine } from '@posthorn/contracts'
import { isoTime } from '../db/statement.ts'
import type { Verb, VerbContext } from '../rpc/verb.ts'
import type { Runtime } from '../runtime.ts'
import { endQuarantine } from './guard.ts'

export type DueThings<R extends Runtime> = {
  /** Counts each kind of work that was due before the service knew of the restore. */
  count(em: EntityManager, before: Date): Promise<Record<string, number>>
  /** Ends the due work without running it. */
  giveUp(ctx: VerbContext<R>, before: Date): Promise<void>
  /** Loops that are paused during the quarantine. */
  loops: readonly string[]
}

/** Creates an operator's verbs for a quarantine. `things`: the work that a release repeats or gives up. */
export function quarantineVerbs<R extends Runtime>(
  things: DueThings<R>,
): { get: Verb<typeof quarantine.get, R>; release: Verb<typeof quarantine.release, R> } {
  return {
    async get({ ctx }) {
      const since = await ctx.runtime.quarantine.since()
      return { since: isoTime(since), due: since ? await things.count(ctx.em, since) : {} }
    },
    async release({ ctx, input }) {
      const since = await ctx.runtime.quarantine.since()
      if (!since) return fail('quarantine:not_in_force')
      const due = await things.count(ctx.em, since)
      if (input.due === 'give_up') await things.giveUp(ctx, since)
      await endQuarantine(ctx.em)
      ctx.log.warn({ due: input.due, ...due }, 'quarantine.released')
      for (const loop of things.loops) ctx.wake(loop)
      return { since: null, due }
    },
  }
}
