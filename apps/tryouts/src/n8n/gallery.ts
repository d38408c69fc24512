import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '@posthorn/testkit'
import { type RunningSystem, repositoryRoot } from '@posthorn/testkit/system'
import type { RunningN8n, Workflow } from './running-n8n.ts'

const folder = join(repositoryRoot, 'packages/connectors/n8n/gallery')

/** A system, an n8n instance with a credential for it, and a server that stands in for the company's other programs. */
export type Trial = { system: RunningSystem; n8n: RunningN8n; credential: string; elsewhere: string }

/** Reads a gallery workflow, replacing the URLs of other programs with the test server's. */
function read(file: string, { elsewhere, credential }: Trial): Workflow {
  const text = readFileSync(join(folder, `${file}.json`), 'utf8')
  const local = text.replaceAll(/https:\/\/[a-z]+\.example\.com/g, elsewhere)
  return JSON.parse(local.replaceAll('"name": "Posthorn"\n', `"name": "Posthorn", "id": "${credential}"\n`)) as Workflow
}

export type Imported = { id: string; versionId: string; workflow: Workflow }

export async function importWorkflow(trial: Trial, file: string): Promise<Imported> {
  const workflow = read(file, trial)
  const { id, versionId } = await trial.n8n.call<Imported>('POST', '/rest/workflows', workflow)
  return { id, versionId, workflow }
}

/** Activates a workflow, whose trigger then registers its webhook. */
export async function activate({ n8n }: Trial, { id, versionId }: Imported): Promise<void> {
  await n8n.call('POST', `/rest/workflows/${id}/activate`, { versionId })
}

/** Deactivates a workflow, whose trigger then removes its webhook. */
export async function deactivate({ n8n }: Trial, { id }: Imported): Promise<void> {
  await n8n.call('POST', `/rest/workflows/${id}/deactivate`, {})
}

export async function runNow({ n8n }: Trial, { id, workflow }: Imported): Promise<void> {
  const saved = await n8n.call<object>('GET', `/rest/workflows/${id}`)
  const schedule = workflow.nodes.find(({ name }) => name === 'Schedule')
  await n8n.call('POST', `/rest/workflows/${id}/run`, {
    workflowData: saved,
    triggerToStartFrom: { name: schedule?.name ?? '' },
  })
}

/** Waits until an execution of the workflow has succeeded. Throws its status if it failed. */
export async function succeeded({ n8n }: Trial, { id }: Imported): Promise<number> {
  const ended = await until(
    async () => {
      const executions = await n8n.executions(id)
      const done = executions.filter(({ status }) => !['new', 'running', 'waiting'].includes(status))
      return done.length > 0 && done.length === executions.length && executions
    },
    { timeoutMs: 60_000, describe: 'the workflow to be executed' },
  )
  const failed = ended.find(({ status }) => status !== 'success')
  if (failed) throw new Error(`execution ${failed.id} ended as ${failed.status}`)
  return ended.length
}
