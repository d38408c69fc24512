import { useNavigate, useSearch } from '@tanstack/react-router'
import { api, useAction } from '../../api/api.ts'
import { Page, Panel } from '../../parts/page.tsx'
import { useWorkspaceId } from '../../session/session.ts'
import { say } from '../../words/words.ts'
import { AutomationForm } from './automation-form.tsx'
import { emptyFields, type inputOf } from './fields.ts'
import { templates } from './templates.ts'

/** Creates an automation, from a template if the URL names one. It starts out disabled, so that it can be tested first. */
export function NewAutomationScreen() {
  const workspace = useWorkspaceId()
  const navigate = useNavigate()
  const { kind = '' } = useSearch({ strict: false }) as { kind?: string }
  const template = templates().find((each) => each.kind === kind)
  const create = useAction({
    run: (input: ReturnType<typeof inputOf>) => api.automations.create({ ...input, enabled: false }),
    changes: [['automations', workspace]],
    isOfForm: true,
  })
  return (
    <Page
      title={say('automation.new')}
      lead={template?.why ?? say('automation.newLead')}
      back={{ to: 'settings/automations', name: say('nav.automations') }}
    >
      <Panel>
        <AutomationForm
          key={kind}
          initial={template?.fields ?? emptyFields}
          isBusy={create.isPending}
          error={create.error}
          onSubmit={(input) =>
            create.mutate(input, {
              onSuccess: ({ id }) => void navigate({ href: `/${workspace}/settings/automations/${id}` }),
            })
          }
        />
      </Panel>
    </Page>
  )
}
