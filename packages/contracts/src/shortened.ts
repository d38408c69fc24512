/** Returns a text as errors and small screens show it: its first `max` characters, without half of a surrogate pair at the end. */
export const shortened = (text: string, max: number): string =>
  text.length > max
    ? `${text
        .slice(0, max)
        .replace(/[\uD800-\uDBFF]$/, '')
        .toWellFormed()}…`
    : text
