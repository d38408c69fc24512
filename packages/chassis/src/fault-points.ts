/** Places where a proof makes a process die: between a commit and what should follow it. */
export type FaultPoint =
  /** An answer is committed and not yet given; detail: the route, such as `messages.send`. */
  | 'answer.committed'
  /** Jobs are claimed and no call was made; detail: the service. */
  | 'jobs.claimed'
  /** The other side answered and nothing is recorded; detail: the service. */
  | 'call.answered'
  /** The bus took an event and Postgres does not know yet; detail: the service. */
  | 'event.taken'

type Armed = { passesLeft: number }

let armed: Map<string, Armed> | undefined

/**
 * Arms fault points from a setting: `<point>/<detail>@<n>`, several comma separated. At its n-th pass the process kills itself
 * on the spot, as `kill -9` does, so that nothing after that place happens.
 */
export function armFaultPoints(setting: string): void {
  armed = new Map(
    setting.split(',').map((entry) => {
      const [place = '', passes = '1'] = entry.split('@')
      return [place, { passesLeft: Number(passes) }]
    }),
  )
}

/** Passes a fault point. Without the setting this is one comparison. */
export function faultPoint(point: FaultPoint, detail: string): void {
  if (armed === undefined) return
  const here = armed.get(`${point}/${detail}`)
  if (here === undefined) return
  here.passesLeft -= 1
  if (here.passesLeft === 0) process.kill(process.pid, 'SIGKILL')
}
