type FaultPoint =
  /** A response is committed but not sent. Detail: the route, such as `messages.send`. */
  | 'answer.committed'
  /** Jobs are claimed but no call was made. Detail: the service. */
  | 'jobs.claimed'
  /** The other system responded but nothing is recorded. Detail: the service. */
  | 'call.answered'
  /** A job's effects are written but not committed. Detail: the loop. */
  | 'job.written'
  /** The bus accepted an event that isn't marked as published in Postgres yet. Detail: the service. */
  | 'event.taken'

let armed: Map<string, { passesLeft: number }> | undefined

/** Arms fault points, `<point>/<detail>@<n>,…`: at the n-th pass, the process kills itself. A proof then checks that a crash there does no harm. */
export function armFaultPoints(setting: string): void {
  armed = new Map(
    setting.split(',').map((entry) => {
      const [place = '', passes = '1'] = entry.split('@')
      return [place, { passesLeft: Number(passes) }]
    }),
  )
}

/** Passes a fault point. When none is armed, this costs one comparison. */
export function faultPoint(point: FaultPoint, detail: string): void {
  if (armed === undefined) return
  const here = armed.get(`${point}/${detail}`)
  if (here === undefined) return
  here.passesLeft -= 1
  if (here.passesLeft === 0) process.kill(process.pid, 'SIGKILL')
}
