import type { EntityManager } from '@mikro-orm/postgresql'
import { fail, type quarantine } from '@posthorn/contracts'
import { isoTime } from '../db/statement.ts'
import { isLockTimeout } from '../faults.ts'
import type { PreparedVerb, Verb } from '../rpc/verb.ts'
import type { Runtime } from '../runtime.ts'
import { endQuarantine, lockQuarantine } from './guard.ts'

export type DueThings<R extends Runtime> = {
  /** Counts each kind of work that was due before the service knew of the restore. */
  count(em: EntityManager, before: Date): Promise<Record<string, number>>
  /**
   * Steps that end the due work without running it. Each ends up to `max` things and returns how many. It is repeated until it finds none,
   * each time in its own transaction, because a transaction that ends millions of things exceeds the limit of a statement.
   */
  giveUp: readonly ((
    em: EntityManager,
    limits: { before: Date; max: number; config: R['config'] },
  ) => Promise<number>)[]
  /** Loops to wake when the quarantine ends, because they rested. */
  loops: readonly string[]
}

/** How much due work one transaction gives up. */
const stepMax = 5_000

/** Creates an operator's verbs for a quarantine. `things`: the work that a release repeats or gives up. */
export function quarantineVerbs<R extends Runtime>(
  things: DueThings<R>,
): {
  get: Verb<typeof quarantine.get, R>
  release: PreparedVerb<typeof quarantine.release, R, Record<string, number>>
} {
  return {
    async get({ ctx }) {
      const since = await ctx.runtime.quarantine.since()
      return { since: isoTime(since), due: since ? await things.count(ctx.em, since) : {} }
    },
    release: {
      async prepare({ ctx: { em, runtime }, input }) {
        const before = (await runtime.quarantine.since()) ?? fail('quarantine:not_in_force')
        const due = await things.count(em, before)
        if (input.due === 'give_up') await giveUp(runtime, things, before)
        return due
      },
      async run({ ctx, input, prepared: due }) {
        await lock(ctx.em)
        await endQuarantine(ctx.em)
        ctx.log.warn({ due: input.due, ...due }, 'quarantine.released')
        for (const loop of things.loops) ctx.wake(loop)
        return { since: null, due }
      },
    },
  }
}

/** Gives up all due work. A release that another one overtook stops, because its steps would end work that has since begun. */
async function giveUp<R extends Runtime>({ db, config }: R, things: DueThings<R>, before: Date): Promise<void> {
  for (const step of things.giveUp) {
    const some = async (em: EntityManager) => {
      await lock(em)
      return step(em, { before, max: stepMax, config })
    }
    while ((await db.transaction(some)) > 0);
  }
}

/** Locks the quarantine. A step of another release can hold the lock for longer than a statement may wait: then the operator repeats the call. */
async function lock(em: EntityManager): Promise<void> {
  const isInForce = await lockQuarantine(em).catch((cause) => {
    if (!isLockTimeout(cause)) throw cause
    const message = 'Another release is in progress; repeat the call with the same `due` until it succeeds.'
    return fail('service:unavailable', { message, cause })
  })
  if (!isInForce) fail('quarantine:not_in_force')
}
