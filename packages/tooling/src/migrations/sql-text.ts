const plainParts: Readonly<Record<string, string>> = { $: '$$', "'": "''" }

/** A statement on one line, in small letters, without comments; bodies of functions are `$$` and texts `''`. */
export const plainSql = (statement: string): string =>
  statement
    .replace(
      /\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g,
      (part) => plainParts[part.charAt(0)] ?? '',
    )
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/** A change of a table: `add column a int` of `alter table t add column a int, drop column b`. */
export type TableChange = { table: string; change: string }

/** The changes that an `alter table` makes, one by one; none for another statement. */
export const tableChanges = (sql: string): TableChange[] => {
  const [, table = '', changes = ''] = /^alter table (?:if exists )?(?:only )?(\S+) (.*)$/.exec(sql) ?? []
  return splitOutside(changes).map((change) => ({ table, change }))
}

/** Splits a list at its commas, except those in brackets. */
const splitOutside = (list: string): string[] => {
  const parts: string[] = []
  let [depth, begin] = [0, 0]
  for (let i = 0; i <= list.length; i++) {
    const letter = list[i]
    if (letter === '(' || letter === '[') depth++
    if (letter === ')' || letter === ']') depth--
    if (i < list.length && (letter !== ',' || depth > 0)) continue
    parts.push(list.slice(begin, i).trim())
    begin = i + 1
  }
  return parts.filter((part) => part !== '')
}
