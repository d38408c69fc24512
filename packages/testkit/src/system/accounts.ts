import type { RunningSystem } from './running-system.ts'

type Installation = Pick<RunningSystem, 'account' | 'posthorn'>

/** Settings that turn off request limits, including those for refused keys. */
export const unlimited = {
  RATE_LIMIT_KEY_PER_SECOND: '100000',
  RATE_LIMIT_KEY_BURST: '100000',
  RATE_LIMIT_WORKSPACE_PER_SECOND: '100000',
  RATE_LIMIT_WORKSPACE_BURST: '100000',
  RATE_LIMIT_REFUSED_BURST: '100000',
  IN_FLIGHT_KEY_MAX: '100000',
  IN_FLIGHT_WORKSPACE_MAX: '100000',
} as const

/** Creates a key as the operator. By default, it belongs to the first workspace and has the command's default scopes. */
export function newKey(
  system: Installation,
  { workspace = system.account.workspace, scopes }: { workspace?: string; scopes?: string } = {},
): Promise<{ id: string; key: string }> {
  const scopeOption = scopes === undefined ? [] : ['--scopes', scopes]
  return system.posthorn('operator', 'key', 'create', '--workspace', workspace, '--name', 'test', ...scopeOption)
}

/** Creates a workspace and a key for it, both as the operator. */
export async function newWorkspace(system: Installation, name: string): Promise<{ workspace: string; key: string }> {
  const { id: workspace } = await system.posthorn<{ id: string }>('operator', 'workspace', 'create', name)
  return { workspace, key: (await newKey(system, { workspace })).key }
}

/** Adds a member, to whom chats can be assigned, to the first workspace as the operator. Returns the member's id. */
export async function addMember(
  system: Installation,
  { name, email }: { name: string; email: string },
): Promise<string> {
  const { workspace } = system.account
  const options = ['--workspace', workspace, '--name', name, '--email', email]
  return (await system.posthorn<{ id: string }>('operator', 'member', 'add', ...options)).id
}
