import type { Label } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { labelsQuery } from '../../api/lists.ts'
import { useAction } from '../../api/queries.ts'
import { namesOf, useBulk } from '../../parts/bulk.tsx'
import { DeskForm } from '../../parts/desk-form.tsx'
import { TextField, useFields } from '../../parts/fields.tsx'
import { labelColors } from '../../parts/label-colors.ts'
import { Resource } from '../../parts/resource.tsx'
import type { Column } from '../../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'
import styles from './labels.module.css'
import { useMerge } from './merge.tsx'

/** Queries that a label change affects, including queries for chats, views and automations. */
const changesOf = (workspace: string) => [
  ['labels', workspace],
  ['views', workspace],
  ['automations', workspace],
  ['chats', workspace],
  ['chat', workspace],
]

/** The team's labels: create, rename, color, merge, delete. */
export function LabelsScreen() {
  const workspace = useWorkspaceId()
  const may = useMay()
  const merge = useMerge()
  const remove = {
    isAllowed: may('labels.remove'),
    name: say('reply.remove'),
    text: (labels: readonly Label[]) => say('label.removeWhy', { name: namesOf(labels) }),
    run: ({ id }: Label) => api.labels.remove({ id }),
    isGrave: true,
  }
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
      bulk={useBulk(changesOf(workspace), [merge, remove])}
    />
  )
}

const columns = (): Column<Label>[] => [
  {
    name: say('about.name'),
    cell: ({ name, color }) => (
      <span className={styles.label}>
        <span className={styles.swatch} style={{ background: color }} />
        {name}
      </span>
    ),
    by: ({ name }) => name,
  },
  { name: say('label.description'), cell: ({ description }) => description, by: ({ description }) => description },
]

function LabelForm({ label, onDone }: { label?: Label; onDone: () => void }) {
  const workspace = useWorkspaceId()
  const { fields, bind } = useFields({
    name: label?.name ?? '',
    description: label?.description ?? '',
    color: label?.color ?? labelColors[0],
  })
  const save = useAction({
    run: () => {
      const input = { name: fields.name.trim(), color: fields.color }
      const description = fields.description.trim()
      if (label) return api.labels.update({ id: label.id, ...input, description: description || null })
      return api.labels.create({ ...input, ...(description ? { description } : {}) })
    },
    changes: changesOf(workspace),
    done: () => say('desk.stored'),
    isOfForm: true,
  })
  return (
    <DeskForm
      operation="labels.create"
      submitName={say('desk.save')}
      isBusy={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate(undefined, { onSuccess: onDone })}
    >
      <TextField label={say('about.name')} data-autofocus {...bind('name')} />
      <TextField label={say('label.color')} type="color" list="label-colors" w={120} {...bind('color')} />
      <datalist id="label-colors">
        {labelColors.map((color) => (
          <option key={color} value={color} />
        ))}
      </datalist>
      <TextField label={say('label.description')} {...bind('description')} />
    </DeskForm>
  )
}
