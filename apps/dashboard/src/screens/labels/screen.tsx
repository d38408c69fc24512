import { Button } from '@mantine/core'
import type { Label } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { labelsQuery } from '../../api/lists.ts'
import { useAction } from '../../api/use-action.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DeskForm } from '../../parts/desk-form.tsx'
import { Empty } from '../../parts/empty.tsx'
import { TextField } from '../../parts/fields.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Page, Panel } from '../../parts/page.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { useFields } from '../../parts/use-fields.ts'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'
import styles from './labels.module.css'

/** Suggested colors. */
const colors = ['#2f80ed', '#27ae60', '#f2994a', '#eb5757', '#9b51e0', '#00a3a3', '#d4a017', '#8e8e93'] as const

/** The team's labels: create, rename, color, delete. */
export function LabelsScreen() {
  const workspace = useWorkspaceId()
  const may = useMay()
  const [edited, setEdited] = useState<Label>()
  const mayWrite = may(edited ? 'labels.update' : 'labels.create')
  return (
    <Page title={say('nav.labels')} lead={say('label.lead')}>
      {mayWrite && <LabelForm key={edited?.id ?? 'new'} label={edited} onDone={() => setEdited(undefined)} />}
      <Panel>
        <Loaded query={useQuery(labelsQuery(workspace))}>
          {(labels) =>
            labels.length === 0 ? (
              <Empty title={say('label.none')} />
            ) : (
              <Rows label={say('nav.labels')} columns={columns(setEdited)} rows={labels} keyOf={({ id }) => id} />
            )
          }
        </Loaded>
      </Panel>
    </Page>
  )
}

const columns = (onEdit: (label: Label) => void): Column<Label>[] => [
  {
    name: say('about.name'),
    cell: ({ name, color }) => (
      <span className={styles.label}>
        <span className={styles.swatch} style={{ background: color }} />
        <b>{name}</b>
      </span>
    ),
  },
  { name: say('label.description'), cell: ({ description }) => description },
  { name: '', cell: (label) => <LabelButtons label={label} onEdit={() => onEdit(label)} /> },
]

/** Queries that a label change affects: chats have labels, too. */
const changesOf = (workspace: string) => [
  ['labels', workspace],
  ['chats', workspace],
  ['chat', workspace],
]

function LabelButtons({ label: { id, name }, onEdit }: { label: Label; onEdit: () => void }) {
  const workspace = useWorkspaceId()
  const may = useMay()
  const remove = useAction({ run: () => api.labels.remove({ id }), changes: changesOf(workspace) })
  return (
    <span>
      {may('labels.update') && (
        <Button variant="default" size="compact-xs" onClick={onEdit} aria-label={`${say('reply.edit')} ${name}`}>
          {say('reply.edit')}
        </Button>
      )}{' '}
      {may('labels.remove') && (
        <ConfirmButton
          name={say('reply.remove')}
          text={say('label.removeWhy', { name })}
          run={() => remove.mutateAsync(undefined)}
          button={{ size: 'compact-xs', color: 'red', variant: 'light' }}
        />
      )}
    </span>
  )
}

function LabelForm({ label, onDone }: { label: Label | undefined; onDone: () => void }) {
  const workspace = useWorkspaceId()
  const { fields, bind, clear } = useFields({
    name: label?.name ?? '',
    description: label?.description ?? '',
    color: label?.color ?? colors[0],
  })
  const save = useAction({
    run: () => {
      const input = { name: fields.name.trim(), color: fields.color }
      const description = fields.description.trim()
      if (label !== undefined) return api.labels.update({ id: label.id, ...input, description: description || null })
      return api.labels.create({ ...input, ...(description ? { description } : {}) })
    },
    changes: changesOf(workspace),
    done: () => say('desk.stored'),
    isOfForm: true,
  })
  const submit = () => save.mutate(undefined, { onSuccess: () => (clear(), onDone()) })
  const cancel = label && (
    <Button variant="default" onClick={onDone}>
      {say('desk.cancel')}
    </Button>
  )
  return (
    <Panel title={label ? label.name : say('label.new')}>
      <DeskForm
        submitName={say('desk.save')}
        isBusy={save.isPending}
        error={save.error}
        onSubmit={submit}
        more={cancel}
      >
        <TextField label={say('about.name')} required maxLength={60} {...bind('name')} />
        <TextField label={say('label.color')} type="color" list="label-colors" w={120} {...bind('color')} />
        <datalist id="label-colors">
          {colors.map((color) => (
            <option key={color} value={color} />
          ))}
        </datalist>
        <TextField label={say('label.description')} maxLength={300} {...bind('description')} />
      </DeskForm>
    </Panel>
  )
}
