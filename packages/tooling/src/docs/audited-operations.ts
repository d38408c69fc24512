import { allOperations, auditedSignIns, isAudited } from '@posthorn/contracts'

/** Returns the names of what the audit log contains. The dashboard has a text for each of them. */
export function auditedOperations(): Record<string, string> {
  const audited = allOperations().filter(({ operation }) => isAudited(operation))
  const names = new Set([...audited.map(({ noun, verb }) => `${noun}.${verb}`), ...auditedSignIns])
  const lines = [...names].toSorted().map((name) => `  '${name}',\n`)
  const text = `// Generated from the contract by \`pnpm run docs\`; changes here are lost.
/** Names of what the audit log contains. */
export const auditedOperations = [
${lines.join('')}] as const

export type AuditedOperation = (typeof auditedOperations)[number]
`
  return { 'apps/dashboard/src/generated/audited-operations.ts': text }
}
