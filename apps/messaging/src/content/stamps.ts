/** Something that the provider reported, with its time; the text decides between two of the same time. */
export type Stamped = { at: string | undefined; text: string }

/** Returns true for the later of two reports, in whatever order they arrive; one without a time is the earliest. */
export const isLater = (one: Stamped, other: Stamped) => compareStamps(one, other) > 0

/** Compares reports by time, then by text. */
export function compareStamps(one: Stamped, other: Stamped): number {
  const [left, right] = [millisecondsOf(one.at), millisecondsOf(other.at)]
  if (left === right) return Number(one.text > other.text) - Number(one.text < other.text)
  return left < right ? -1 : 1
}

const millisecondsOf = (at: string | undefined) => (at === undefined ? -Infinity : Date.parse(at))
