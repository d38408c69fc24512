import type { Group } from '@posthorn/sdk'
import { api } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { DeskForm } from '../../parts/desk-form.tsx'
import { TextAreaField, TextField } from '../../parts/fields.tsx'
import { Panel } from '../../parts/page.tsx'
import { useFields } from '../../parts/use-fields.ts'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'

/** Changes a group's name and description; the provider confirms or refuses each. */
export function GroupForm({ group }: { group: Group }) {
  const workspace = useWorkspaceId()
  const mayChange = useMay()('groups.update')
  const { fields, bind } = useFields({ name: group.name, description: group.description ?? '' }, !mayChange)
  const [name, description] = [fields.name.trim(), fields.description.trim() || null]
  const changes = {
    ...(name === group.name ? {} : { name }),
    ...(description === group.description ? {} : { description }),
  }
  const save = useAction({
    run: () => api.groups.update({ id: group.id, ...changes }),
    changes: [['groups', workspace]],
    done: () => say('group.isChanging'),
    isOfForm: true,
  })
  return (
    <Panel title={say('group.change')}>
      <DeskForm
        operation="groups.create"
        submitName={say('desk.save')}
        isBusy={save.isPending}
        error={save.error}
        isReadOnly={!mayChange}
        isDisabled={Object.keys(changes).length === 0}
        onSubmit={() => save.mutate(undefined)}
      >
        <TextField label={say('group.name')} {...bind('name')} />
        <TextAreaField label={say('group.description')} rows={2} {...bind('description')} />
      </DeskForm>
    </Panel>
  )
}
