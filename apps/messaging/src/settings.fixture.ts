import { newId, type WorkspaceSettings } from '@posthorn/contracts'
import { busEvent, until } from '@posthorn/testkit'
import type { MessagingFixture } from './messaging.fixture.ts'

const versions = new Map<string, number>()

/** Publishes a workspace's settings, and resolves once the service has stored them. */
export async function changeSettings(
  { service }: Pick<MessagingFixture, 'service'>,
  workspace: string,
  settings: Partial<WorkspaceSettings>,
): Promise<void> {
  const version = (versions.get(workspace) ?? 1) + 1
  versions.set(workspace, version)
  const id = newId('evt')
  const aggregate = { id: workspace, version }
  await service.bus.publish(busEvent({ id, event: 'workspace:updated', workspace, data: { settings }, aggregate }))
  const stored = 'select 1 from workspace_setting where workspace_id = $1 and version = $2'
  await until(async () => (await service.rows(stored, [workspace, version])).length === 1)
}
