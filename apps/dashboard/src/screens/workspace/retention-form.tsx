import type { Workspace } from '@posthorn/sdk'
import { useState } from 'react'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import deskStyles from '../../parts/desk.module.css'
import { TextField } from '../../parts/fields.tsx'
import { FormErrors } from '../../parts/form-errors.tsx'
import { Panel } from '../../parts/page.tsx'
import { useMay } from '../../session/me.ts'
import { say } from '../../words/say.ts'
import { useUpdate } from './use-update.ts'

/** How long messages are kept. Separate from other settings, because a shorter time deletes messages permanently. */
export function RetentionForm({ workspace: { settings } }: { workspace: Workspace }) {
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
