/** Variables of the `posthorn` command, documentation examples, and compose files. */
const commandNames = [
  'POSTHORN_URL',
  'POSTHORN_TOKEN',
  'POSTHORN_CONFIG',
  'POSTHORN_ACCESS_TOKEN',
  'POSTHORN_APP_SECRET',
  'POSTHORN_TAG',
]

/** Prefixes that only Posthorn's variables have. A program that uses a prefix knows all variables with that prefix. */
const families = [
  'ASSISTANT_',
  'BUS_',
  'DATABASE_',
  'DELIVERY_',
  'ERASURE_',
  'FILES_',
  'IN_FLIGHT_',
  'NATS_',
  'OPT_IN_',
  'OPT_OUT_',
  'RATE_LIMIT_',
]

/** Variables that Kubernetes and Docker add for each service. */
const serviceLink = /_(?:SERVICE_(?:HOST|PORT)(?:_\w+)?|PORT(?:_\d+_(?:TCP|UDP)(?:_\w+)?)?)$/

/** Shorter names aren't compared, because they are too similar to other programs' variables. */
const comparedCharactersMin = 6

/** Whether a variable as written differs from a setting by one typo: a character added, missing, or wrong, or two swapped. */
function isOneMistake(written: string, setting: string): boolean {
  let start = 0
  while (start < Math.min(written.length, setting.length) && written[start] === setting[start]) start++
  let end = 0
  while (end < Math.min(written.length, setting.length) - start && written.at(-1 - end) === setting.at(-1 - end)) end++
  const [left, right] = [written.slice(start, written.length - end), setting.slice(start, setting.length - end)]
  if (left.length <= 1 && right.length <= 1) return true
  const areTwo = left.length === 2 && right.length === 2
  return areTwo && left[0] === right[1] && left[1] === right[0]
}

/** An unknown variable that would be ignored, with advice. */
export type UnknownSetting = readonly [name: string, message: string]

/**
 * Returns variables that look like settings but aren't in `own`: those with a typo or in lowercase, those with a prefix that the program
 * uses, and those that start with `POSTHORN_`. Programs refuse to start with one, because a misspelled safeguard would be off without notice.
 * Empty variables count as absent.
 */
export function unknownSettings(
  own: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): UnknownSetting[] {
  const known = new Set([...own.flatMap((name) => [name, `${name}_FILE`]), ...commandNames])
  const claimed = ['POSTHORN_', ...families.filter((family) => own.some((name) => name.startsWith(family)))]
  const compared = [...known].filter((name) => name.length >= comparedCharactersMin)
  return Object.entries(env).flatMap(([name, value]): UnknownSetting[] => {
    if (!value || known.has(name)) return []
    const meant = compared.find((each) => name.toUpperCase() === each || isOneMistake(name, each))
    if (meant !== undefined) return [[name, `is not a setting; did you mean ${meant}? Rename or remove it`]]
    const isOfFamily = claimed.some((family) => name.startsWith(family)) && !serviceLink.test(name)
    return isOfFamily ? [[name, 'is not a setting; remove it']] : []
  })
}
