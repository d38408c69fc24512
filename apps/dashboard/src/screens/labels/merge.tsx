import { Stack, Text } from '@mantine/core'
import type { Label } from '@posthorn/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { labelsQuery } from '../../api/lists.ts'
import { namesOf } from '../../parts/bulk.tsx'
import { SelectField } from '../../parts/fields.tsx'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { numberText, say } from '../../words/say.ts'

/** Merges the selected labels into another one. The list shows the result at once. */
export function useMerge() {
  const workspace = useWorkspaceId()
  const client = useQueryClient()
  const [into, setInto] = useState('')
  return {
    isAllowed: useMay()('labels.merge'),
    name: say('label.merge'),
    text: (labels: readonly Label[]) => <Target labels={labels} into={into} onChange={setInto} />,
    isReady: into !== '',
    run: async ({ id }: Label) => {
      if (id === into) return
      const { queryKey } = labelsQuery(workspace)
      client.setQueryData(queryKey, (labels) => labels?.filter((each) => each.id !== id))
      await api.labels.merge({ into, from: id })
    },
  }
}

type Props = { labels: readonly Label[]; into: string; onChange: (into: string) => void }

/** The label to merge into, and how many chats get it. */
function Target({ labels, into, onChange }: Props) {
  const workspace = useWorkspaceId()
  const all = useQuery(labelsQuery(workspace)).data ?? []
  const merged = labels.filter(({ id }) => id !== into)
  const ids = merged.map(({ id }) => id)
  const chats = useQuery({
    queryKey: ['counts', workspace, 'labels', ids],
    queryFn: async ({ signal }) =>
      (await api.chats.counts({ filters: { merged: { label: ids } } }, { signal }))['merged'],
    enabled: ids.length > 0,
  }).data
  const others = all.filter(({ id }) => labels.length > 1 || id !== labels[0]?.id)
  const name = all.find(({ id }) => id === into)?.name
  return (
    <Stack gap="sm">
      <SelectField
        label={say('label.mergeInto')}
        data-autofocus
        data={[{ value: '', label: '' }, ...others.map(({ id, name: label }) => ({ value: id, label }))]}
        value={into}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {chats && merged.length > 0 && (
        <Text size="sm">
          {say('label.mergeChats', { count: chats.total, shown: `${numberText(chats.total)}${chats.more ? '+' : ''}` })}
        </Text>
      )}
      {name !== undefined && merged.length > 0 && (
        <Text size="sm">{say('label.mergeWhy', { names: namesOf(merged), into: name })}</Text>
      )}
    </Stack>
  )
}
