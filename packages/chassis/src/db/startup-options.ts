/** Returns settings of Postgres as the option with which a connection begins. Blanks and backslashes within values are escaped. */
export function startupOptions(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.replaceAll(/[\\ ]/g, '\\$&')}`)
    .join(' ')
}
