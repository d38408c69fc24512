import type { Workspace } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { workspaceQuery } from '../../api/lists.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import deskStyles from '../../parts/desk.module.css'
import { TextField } from '../../parts/fields.tsx'
import { FormErrors } from '../../parts/form-errors.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Page, Panel } from '../../parts/page.tsx'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'
import { useUpdate } from './use-update.ts'
import { WorkspaceForm } from './workspace-form.tsx'

export function WorkspaceScreen() {
  const query = useQuery(workspaceQuery(useWorkspaceId()))
  return (
    <Page title={say('nav.workspace')} lead={say('workspace.lead')}>
      <Loaded query={query}>
        {(workspace) => (
          <>
            <WorkspaceForm workspace={workspace} />
            <RetentionForm workspace={workspace} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** Form for the message retention period. Separate from other settings, because a shorter period deletes messages permanently. */
function RetentionForm({ workspace: { settings } }: { workspace: Workspace }) {
  const mayChange = useMay()('workspace.update')
  const [days, setDays] = useState(settings.retentionDays?.toString() ?? '')
  const update = useUpdate()
  const retentionDays = days.trim() === '' ? null : Number(days)
  return (
    <Panel title={say('workspace.retention')}>
      <div className={deskStyles.form}>
        <FormErrors error={update.error}>
          <TextField
            name="settings.retentionDays"
            label={say('workspace.retentionDays')}
            description={say('workspace.retentionHelp')}
            type="number"
            min={31}
            max={3650}
            value={days}
            readOnly={!mayChange}
            onChange={(event) => setDays(event.currentTarget.value)}
          />
        </FormErrors>
        {mayChange && (
          <div>
            <ConfirmButton
              name={say('workspace.retentionSave')}
              text={
                retentionDays === null
                  ? say('workspace.retentionNone')
                  : say('workspace.retentionWhy', { count: retentionDays })
              }
              run={() => update.mutateAsync({ settings: { retentionDays } })}
            />
          </div>
        )}
      </div>
    </Panel>
  )
}
