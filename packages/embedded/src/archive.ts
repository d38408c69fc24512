/** A path as a word of a shell command, inside a Postgres setting in which % begins a placeholder. */
const quotedPath = (path: string): string => `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`

/**
 * Settings with which Postgres copies each finished piece of its write-ahead log into a folder, whole or not at all, and finishes one at
 * least every minute. A piece that is there already must be the same.
 */
export const archiveSettings = (folder: string): Record<string, string> => {
  const [kept, unfinished] = [`${quotedPath(folder)}/%f`, `${quotedPath(folder)}/.%f.unfinished`]
  return {
    archive_mode: 'on',
    archive_timeout: '60s',
    archive_command: `if test -f ${kept}; then cmp -s %p ${kept}; else cp %p ${unfinished} && sync ${unfinished} && mv ${unfinished} ${kept}; fi`,
  }
}

/** The settings of a restored cluster that bring it from its base backup to the end of the archive, or to a time, and let it continue from there. */
export const recoverySettings = (folder: string, to?: Date): Record<string, string> => ({
  restore_command: `cp ${quotedPath(folder)}/%f %p`,
  recovery_target_timeline: 'latest',
  // No one is let in before the end: who reads early would take it for ready, and find it read-only.
  hot_standby: 'off',
  ...(to === undefined ? {} : { recovery_target_time: settingOf(to), recovery_target_action: 'promote' }),
})

/** While it reads its settings Postgres knows no names of time zones, not even `Z`. */
const settingOf = (time: Date): string => time.toISOString().replace('T', ' ').replace('Z', '+00')
