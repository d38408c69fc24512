import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../../api/api.ts'
import { saveResponse } from '../../../parts/device.ts'
import { useWorkspaceId } from '../../../session/session.ts'

/** An image to show. `file`: its id among the stored files. */
export type Picture = { file: string; filename: string | null }

/** The bytes of a stored file, which never change. */
export const fileQuery = (workspaceId: string, fileId: string | null) =>
  queryOptions({
    queryKey: ['file', workspaceId, fileId],
    queryFn: async ({ signal }) => (await api.files.download({ id: fileId ?? '' }, { signal })).blob(),
    enabled: fileId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Returns an object URL for a stored file; undefined until the file is loaded. */
export function useFile(fileId: string | null): string | undefined {
  const { data } = useQuery(fileQuery(useWorkspaceId(), fileId))
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (data === undefined) return
    const made = URL.createObjectURL(data)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [data])
  return url
}

/** Saves a stored file on the person's device. */
export const saveFile = (fileId: string, filename: string | null): Promise<void> =>
  saveResponse(() => api.files.download({ id: fileId }), filename ?? 'file')
