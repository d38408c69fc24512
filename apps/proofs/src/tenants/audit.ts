import { until } from '@posthorn/testkit'
import { type Answer, newKey, newWorkspace, type RunningSystem } from '@posthorn/testkit/system'
import { all, type Outcome, type ProofFixture, succeeds } from '../proof.ts'
import { preparedInput } from '../scenarios/contract/preparations.ts'
import { restOperations } from '../scenarios/contract/requests.ts'
import { TenantFixture } from '../scenarios/contract/tenant.fixture.ts'

type Entry = {
  sequence: number
  operation: string
  actor: { type: string; id: string }
  ip: string | null
  requestId: string
  changes: { before: unknown; after: unknown }[]
}

const audited = restOperations.filter(({ operation }) => operation.kind === 'mutation' && operation.scope === 'manage')

/** Performs every action that the `manage` scope allows. Returns each action's request, and strings that must not be logged. */
async function manage(
  tenant: TenantFixture,
): Promise<{ done: Map<string, string>; refused: string[]; secrets: string[] }> {
  const [done, refused, secrets] = [new Map<string, string>(), [] as string[], [tenant.keys.all, tenant.keys.read]]
  for (const placed of audited) {
    const input = await preparedInput(tenant, placed)
    const { status, headers, body } = await tenant.call<Record<string, unknown> | null>(placed.rest, input)
    if (status >= 300) refused.push(`${placed.rest} ${status}`)
    else done.set(headers.get('x-request-id') ?? '', `${placed.noun}.${placed.verb}`)
    if (typeof body?.['signingSecret'] === 'string') secrets.push(body['signingSecret'].replace('whsec_', ''))
  }
  return { done, refused, secrets }
}

/** Does what operators do with workspaces, keys and members. Returns the operations in order, and strings that must not be logged. */
async function operate(
  system: RunningSystem,
): Promise<{ workspace: string; key: string; done: string[]; secrets: string[] }> {
  const { workspace, key } = await newWorkspace(system, 'Audited')
  const second = await newKey(system, { workspace })
  const person = ['--workspace', workspace, '--name', 'Grace Hopper', '--email', 'grace@navy.example.com']
  const { id } = await system.posthorn<{ id: string }>('operator', 'member', 'add', ...person)
  await system.posthorn('operator', 'member', 'change', id, '--name', 'Admiral Hopper')
  await system.posthorn('operator', 'member', 'remove', id)
  await system.posthorn('operator', 'key', 'revoke', second.id)
  const done = ['workspaces.create', 'workspaceKeys.create', 'workspaceKeys.create', 'members.create', 'members.update']
  // The middle of a key is its secret part. What is around it may be shown.
  return {
    workspace,
    key,
    done: [...done, 'members.remove', 'workspaceKeys.revoke'],
    secrets: [key.slice(21, -6), second.key.slice(21, -6), 'Hopper', 'grace@'],
  }
}

/** Reads the audit log of a workspace, oldest first, once it has enough entries or 20 s have passed. */
async function logOf(system: RunningSystem, key: string, enough: (log: Entry[]) => boolean): Promise<Entry[]> {
  const read = async () => {
    const log: Entry[] = []
    let path: string | undefined = '/v1/audit?size=200'
    while (path) {
      const { body, headers }: Answer<Entry[]> = await system.call<Entry[]>('GET', path, { key })
      log.push(...body)
      path = /<[^>]*(\/v1\/[^>]*)>/.exec(headers.get('link') ?? '')?.[1]
    }
    return log.reverse()
  }
  await until(async () => enough(await read()), { timeoutMs: 20_000, describe: 'the log' }).catch(() => {})
  return read()
}

/** Tries statements that would change the log, as each of the gateway's roles and as the tables' owner. Returns those that succeeded. */
async function forced(fixture: ProofFixture): Promise<string[]> {
  const [found] = await fixture.rows<{ owner: string }>(
    `select tableowner as owner from pg_tables where schemaname = 'gateway' and tablename = 'audit_entry'`,
  )
  const base = (found?.owner ?? '').replace(/_owner$/, '')
  const attempts = [
    "update gateway.audit_entry set target = 'x'",
    'delete from gateway.audit_entry',
    'truncate gateway.audit_entry',
  ]
  const taken: string[] = []
  for (const role of [base, `${base}_sweep`, `${base}_owner`]) {
    for (const attempt of attempts) {
      if (await succeeds(fixture.rows(`set role "${role}"; ${attempt}`))) taken.push(`${role}: ${attempt}`)
    }
  }
  return taken
}

/** Returns how many entries the verification of the log has found right, or its error. */
const verified = (system: RunningSystem, workspaceId: string) =>
  system.posthorn<{ entries: number }[]>('operator', 'audit', 'verify', '--workspace', workspaceId).then(
    ([log]) => log?.entries ?? 0,
    (error: unknown) => String(error),
  )

/** H13: actions by operators and keys are recorded in the audit log. */
export async function auditedActions(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const tenant = await TenantFixture.create(system, 'Managed', 'http://127.0.0.1:9')
  const { done, refused, secrets } = await manage(tenant)
  const byRequest = (log: Entry[]) => new Map(log.map((entry) => [entry.requestId, entry]))
  const log = await logOf(system, tenant.keys.all, (entries) =>
    [...done.keys()].every((id) => byRequest(entries).has(id)),
  )
  const missing = [...done].filter(([id, operation]) => byRequest(log).get(id)?.operation !== operation)
  const byKey = log.filter(({ actor }) => actor.type === 'key')
  const operator = await operate(system)
  const own = await logOf(system, operator.key, (entries) => entries.length >= operator.done.length)
  const reported = JSON.stringify([log, own])
  const open = [...secrets, ...operator.secrets, '+49151'].filter((secret) => reported.includes(secret))
  const taken = await forced(fixture)
  const chain = await verified(system, tenant.workspace)
  const measured = `${done.size} of ${audited.length} operations of keys and ${own.length} of operators are in the log, ${log.length + own.length} entries, ${[...log, ...own].filter(({ changes }) => changes.length > 0).length} with before and after; 9 statements against it: ${9 - taken.length} refused; ${chain} entries verified`
  return all(measured, {
    [`every operation was done (${refused.join(', ')})`]: refused.length === 0,
    [`every one is in the log (${missing.join(', ')})`]: missing.length === 0,
    'with who, from where and which request':
      byKey.length > 0 && byKey.every(({ actor, ip }) => actor.id.startsWith('key_') && ip === '127.0.0.1'),
    'those of operators, too': own.map(({ operation }) => operation).join() === operator.done.join(),
    [`no secret, no name, no phone (${open.length})`]: open.length === 0,
    [`nothing can be changed (${taken.join(', ')})`]: taken.length === 0,
    'the chain verifies': chain === log.length,
  })
}

/** H13-twin: an entry is changed by bypassing all guards, as the server's owner could. Verification must detect it. */
export async function forgedEntry(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const { workspace, key, done } = await operate(system)
  await logOf(system, key, (entries) => entries.length >= done.length)
  await fixture.rows(
    `set session_replication_role = replica; update gateway.audit_entry set actor_id = 'nobody' where workspace_id = '${workspace}' and sequence = 3`,
  )
  const answer = String(await verified(system, workspace))
  return all(`verification says: ${answer.split('\n')[0]?.slice(-80)}`, {
    'the twin is caught': answer.includes('entry 3 is changed'),
  })
}
