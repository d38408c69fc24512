import type { AuditEntry } from '@posthorn/sdk'
import { useQueries } from '@tanstack/react-query'
import { departmentsQuery, labelsQuery, numbersQuery, segmentsQuery, teamQuery } from '../../api/lists.ts'
import { useWorkspaceId } from '../../session/me.ts'
import type { Names } from './names.ts'

/** Returns the current names of the objects that the entries are about. Reads only the lists that contain them. */
export function useNames(entries: readonly AuditEntry[]): Names {
  const workspace = useWorkspaceId()
  const isNeeded = (prefix: string) => entries.some(({ target }) => target?.startsWith(`${prefix}_`))
  const found = useQueries({
    queries: [
      { ...teamQuery(workspace), enabled: isNeeded('mem') },
      { ...numbersQuery(workspace), enabled: isNeeded('num') },
      { ...labelsQuery(workspace), enabled: isNeeded('lbl') },
      { ...departmentsQuery(workspace), enabled: isNeeded('dep') },
      { ...segmentsQuery(workspace), enabled: isNeeded('seg') },
    ],
  })
  return new Map(found.flatMap(({ data = [] }) => data.map(({ id, name }): [string, string] => [id, name])))
}
