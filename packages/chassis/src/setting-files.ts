import { readFileSync } from 'node:fs'

/** Suffix of a variable that names a file containing the setting's value. Docker and Kubernetes mount secrets as such files. */
export const fileEnding = '_FILE'

type Problem = readonly [name: string, message: string]

/** Reads settings from their variables, or the files that their `_FILE` variables name. Both at once is a problem: either may be meant. */
export function readSettings(
  names: readonly string[],
  env: Record<string, string | undefined>,
): { values: Record<string, string>; problems: Problem[] } {
  const values: Record<string, string> = {}
  const problems: Problem[] = []
  for (const name of names) {
    // A setting may itself end in `_FILE`, such as DATABASE_CA_FILE.
    const path = names.includes(`${name}${fileEnding}`) ? undefined : env[`${name}${fileEnding}`]
    // A blank value would be read as the number 0.
    const given = env[name]?.trim() && env[name]
    if (given) values[name] = given
    if (!path) continue
    if (given) problems.push([name, `is set twice: by ${name} and by ${name}${fileEnding}; remove one`])
    else {
      const read = readSettingFile(path)
      if ('value' in read) values[name] = read.value
      else problems.push([name, `the file of ${name}${fileEnding} cannot be read: ${read.reason}`])
    }
  }
  return { values, problems }
}

/** Reads a setting's value from a file, without the line break that editors add at its end. */
function readSettingFile(path: string): { value: string } | { reason: string } {
  try {
    const value = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    return value.trim() === '' ? { reason: 'it is empty' } : { value }
  } catch (err) {
    return { reason: (err as NodeJS.ErrnoException).code ?? 'unknown error' }
  }
}
