import type { Automation } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Page, Panel } from '../../parts/page.tsx'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'
import { AutomationForm } from './automation-form.tsx'
import { automationQuery } from './data.ts'
import { fieldsOf, type inputOf } from './fields.ts'
import { RunsPanel } from './runs-panel.tsx'
import { EnabledBox } from './screen.tsx'
import { TryPanel } from './try-panel.tsx'

/** An automation: its rule, a trial, and its runs. */
export function AutomationScreen() {
  const { automation: id = '' } = useParams({ strict: false }) as { automation?: string }
  const query = useQuery(automationQuery(useWorkspaceId(), id))
  return (
    <Page
      title={query.data?.name ?? say('nav.automations')}
      back={{ to: 'settings/automations', name: say('nav.automations') }}
      actions={query.data && <Actions automation={query.data} />}
    >
      <Loaded query={query}>
        {(automation) => (
          <>
            <Rule key={automation.id} automation={automation} />
            <TryPanel key={automation.version} automation={automation} />
            <RunsPanel id={automation.id} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Rule({ automation }: { automation: Automation }) {
  const workspace = useWorkspaceId()
  const may = useMay()
  const save = useAction({
    run: (input: ReturnType<typeof inputOf>) => api.automations.update({ id: automation.id, ...input }),
    changes: [['automations', workspace]],
    done: () => say('desk.stored'),
    isOfForm: true,
  })
  return (
    <Panel>
      <AutomationForm
        initial={fieldsOf(automation)}
        isReadOnly={!may('automations.update')}
        isBusy={save.isPending}
        error={save.error}
        onSubmit={(input) => save.mutate(input)}
      />
    </Panel>
  )
}

function Actions({ automation }: { automation: Automation }) {
  const workspace = useWorkspaceId()
  const navigate = useNavigate()
  const may = useMay()
  const { id, name } = automation
  const remove = useAction({ run: () => api.automations.remove({ id }), changes: [['automations', workspace]] })
  return (
    <>
      {say('automation.enabled')} <EnabledBox automation={automation} />
      {may('automations.remove') && (
        <ConfirmButton
          name={say('reply.remove')}
          text={say('automation.removeWhy', { name })}
          run={async () => {
            await remove.mutateAsync(undefined)
            await navigate({ href: `/${workspace}/settings/automations` })
          }}
          button={{ color: 'red', variant: 'light' }}
        />
      )}
    </>
  )
}
