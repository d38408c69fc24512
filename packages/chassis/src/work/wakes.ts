import type { Bus } from '../bus/bus.ts'
import type { Membership } from '../shards/membership.ts'
import type { Loop } from './loop.ts'

type Surroundings = {
  name: string
  bus: Bus
  membership: Membership
  loops: ReadonlyMap<string, Loop>
  sharded: ReadonlySet<string>
}

/** Creates a process's wake-ups, and forwards those from the bus. */
export function createWakes({ name, bus, membership, loops, sharded }: Surroundings) {
  const wakeHere = (loop: string) => loops.get(loop)?.wake()
  const wake = (loop: string) => {
    wakeHere(loop)
    if (!loops.has(loop)) bus.nudge(name, loop)
    else if (sharded.has(loop)) membership.wakeOthers(loop)
  }
  bus.onNudge(name, (nudge) => wakeHere(membership.loopOf(nudge)))
  return { wake, wakeHere }
}
