/** Quotes a path as a shell word for a Postgres setting, in which % starts a placeholder. */
const quotedPath = (path: string): string => `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`

/**
 * Settings that make Postgres copy each finished segment of its write-ahead log to a folder, atomically, and finish a segment at least once
 * a minute. If the folder already contains the segment, it must be identical.
 */
export const archiveSettings = (folder: string): Record<string, string> => {
  const [kept, unfinished] = [`${quotedPath(folder)}/%f`, `${quotedPath(folder)}/.%f.unfinished`]
  return {
    archive_mode: 'on',
    archive_timeout: '60s',
    archive_command: `if test -f ${kept}; then cmp -s %p ${kept}; else cp %p ${unfinished} && sync ${unfinished} && mv ${unfinished} ${kept}; fi`,
  }
}

/** Settings that recover a restored cluster from its base backup to the end of the archive, or to a time, and let it continue from there. */
export const recoverySettings = (folder: string, to?: Date): Record<string, string> => ({
  restore_command: `cp ${quotedPath(folder)}/%f %p`,
  recovery_target_timeline: 'latest',
  // No connections before recovery ends: an early client would think the server is ready, and find it read-only.
  hot_standby: 'off',
  ...(to === undefined ? {} : { recovery_target_time: settingOf(to), recovery_target_action: 'promote' }),
})

/** While reading its settings, Postgres doesn't know time zone names, not even `Z`. */
const settingOf = (time: Date): string => time.toISOString().replace('T', ' ').replace('Z', '+00')
