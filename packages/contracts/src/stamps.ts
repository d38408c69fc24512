/** A provider report with its time. Reports with equal times are ordered by text. */
export type Stamped = { at: string | undefined; text: string }

/** Whether one report is later than another, regardless of the order of arrival. A report without a time is the earliest. */
export const isLater = (one: Stamped, other: Stamped) => compareStamps(one, other) > 0

/** Compares reports by time, then text. */
export function compareStamps(one: Stamped, other: Stamped): number {
  const [left, right] = [millisecondsOf(one.at), millisecondsOf(other.at)]
  if (left === right) return Number(one.text > other.text) - Number(one.text < other.text)
  return left < right ? -1 : 1
}

const millisecondsOf = (at: string | undefined) => (at === undefined ? -Infinity : Date.parse(at))
