import { Stack, Text } from '@mantine/core'
import type { Label } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, labelsQuery, useKeyed } from '../../api/api.ts'
import { namesOf, removal, useBulk } from '../../parts/bulk.tsx'
import { useChanges } from '../../parts/changes.ts'
import { DeskForm, SelectField, TextField, useFields } from '../../parts/form.tsx'
import { useSave } from '../../parts/page.tsx'
import { Resource } from '../../parts/resource.tsx'
import { type Column } from '../../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { labelColors } from '../../theme/theme.ts'
import { numberText, say } from '../../words/words.ts'
import styles from './labels.module.css'

/** Queries that a change of labels affects, by the first part of their keys. */
const affected = ['labels', 'views', 'automations', 'chats', 'chat']

/** The team's labels: create, rename, color, merge, delete. */
export function LabelsScreen() {
  const workspace = useWorkspaceId()
  const may = useMay()
  const merge = useMerge()
  const remove = removal(may('labels.remove'), 'label.removeWhy', (row) => api.labels.remove(row))
  return (
    <Resource
      title={say('nav.labels')}
      lead={say('label.lead')}
      query={useQuery(labelsQuery(workspace))}
      columns={columns()}
      nameOf={({ name }) => name}
      textOf={({ name, description }) => [name, description].join(' ')}
      empty={{ title: say('label.none'), why: say('label.noneWhy') }}
      create={may('labels.create') && { name: say('label.new'), form: (onDone) => <LabelForm onDone={onDone} /> }}
      edit={may('labels.update') ? (label, onDone) => <LabelForm label={label} onDone={onDone} /> : undefined}
      bulk={useBulk(affected, [merge, remove])}
    />
  )
}

const columns = (): Column<Label>[] => [
  {
    name: say('word.name'),
    cell: ({ name, color }) => (
      <span className={styles.label}>
        <span className={styles.swatch} style={{ background: color }} />
        {name}
      </span>
    ),
    by: ({ name }) => name,
  },
  { name: say('word.description'), cell: ({ description }) => description, by: ({ description }) => description },
]

/** Form that creates a label, or changes the given one. */
function LabelForm({ label, onDone }: { label?: Label; onDone: () => void }) {
  const { fields, bind } = useFields({
    name: label?.name ?? '',
    description: label?.description ?? '',
    color: label?.color ?? labelColors[0],
  })
  const input = { name: fields.name.trim(), color: fields.color }
  const description = fields.description.trim()
  const [changes] = useChanges({ ...input, description: description || null })
  const create = useKeyed(api.labels.create)
  const save = useSave(affected, () =>
    label
      ? api.labels.update({ id: label.id, ...changes })
      : create({ ...input, ...(description ? { description } : {}) }),
  )
  return (
    <DeskForm
      operation="labels.create"
      action={save}
      changes={label && changes}
      onSubmit={() => save.mutate(undefined, { onSuccess: onDone })}
    >
      <TextField label={say('word.name')} data-autofocus {...bind('name')} />
      <TextField label={say('label.color')} type="color" list="label-colors" w={120} {...bind('color')} />
      <datalist id="label-colors">
        {labelColors.map((color) => (
          <option key={color} value={color} />
        ))}
      </datalist>
      <TextField label={say('word.description')} {...bind('description')} />
    </DeskForm>
  )
}

/** Returns the action that merges the selected labels into any label, also one of them. */
function useMerge() {
  const [into, setInto] = useState('')
  return {
    isAllowed: useMay()('labels.merge'),
    name: say('label.merge'),
    text: (labels: readonly Label[]) => <Target labels={labels} into={into} onChange={setInto} />,
    onOpen: () => setInto(''),
    isReady: into !== '',
    run: async ({ id }: Label) => id !== into && api.labels.merge({ into, from: id }),
  }
}

type Props = { labels: readonly Label[]; into: string; onChange: (into: string) => void }

/** Field for the label to merge into. Says how many chats have one of the others, which this one replaces. */
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
  // A label that is selected alone can't be merged into itself.
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
